import Foundation

extension NotificationCenter {
    /// Returns a publisher of the notifications of a name.
    ///
    /// ```swift
    /// NotificationCenter.default.publisher(for: .taskSaved).sink { print($0.userInfo ?? [:]) }
    /// ```
    ///
    /// **Demand**: a notification is dropped for a subscriber that has not asked for it. **Completion**: none.
    /// **Threads**: delivers on the thread that posts; of two that post at once, one delivers both.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - object: the object of the notifications to deliver, or nil for all. It is kept as long as the publisher is.
    /// - Returns: a publisher of name, object and user info, which delivers from the subscription on.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationCenter.Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// The publisher returned by ``Foundation/NotificationCenter/publisher(for:object:)``. Combine's
    /// `NotificationCenter.Publisher`.
    public struct Publisher: SignalsCore.Publisher, Equatable {
        /// A notification's name, object and user info.
        public typealias Output = PublishedNotification

        /// It cannot fail.
        public typealias Failure = Never

        /// The center where the notifications are posted.
        public let center: NotificationCenter
        private let sought: PublishedNotification

        /// A publisher of the notifications of a name.
        ///
        /// - Parameters:
        ///   - center: where the notifications are posted.
        ///   - name: their name.
        ///   - object: their object, or nil for all.
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            self.center = center
            sought = PublishedNotification(name: name, object: object)
        }

        /// The name of the notifications.
        public var name: Notification.Name { sought.name }

        /// The object of the notifications, or nil for all.
        public var object: AnyObject? { sought.object as AnyObject? }

        /// Attaches the subscriber, and begins to observe.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let subject = PassthroughSubject<Output, Never>()
            let observation = observe { subject.send($0) }
            Publishers.HandleEvents(subject, receiveCancel: { observation.cancel() }, receiveRequest: nil).subscribe(
                subscriber)
        }

        /// Returns true if both deliver the same notifications.
        public static func == (lhs: Publisher, rhs: Publisher) -> Bool {
            lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
        }

        /// Observes until what is returned is cancelled. The center keeps the observer, so releasing must not end it.
        private func observe(_ body: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
            let token = center.addObserver(forName: name, object: object, queue: nil) {
                body(Output(name: $0.name, object: $0.object, userInfo: $0.userInfo))
            }
            // SAFETY: the token is only ever handed back to the center.
            let observer = Vouched(token)
            return AnyCancellable(CancelAction { [center] in center.removeObserver(observer.value) })
        }
    }
}
