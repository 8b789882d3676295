extension Subscribers {
    /// A subscriber that assigns each value to a property. Combine's `Subscribers.Assign`.
    ///
    /// The object is kept alive until completion or cancelling.
    public final class Assign<Root: Sendable, Input: Sendable>: Subscriber, Cancellable,
        CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible
    {
        /// An assignment cannot handle errors.
        public typealias Failure = Never

        /// The property to assign to.
        public let keyPath: ReferenceWritableKeyPath<Root, Input> & Sendable
        private let target: Locked<Root?>
        private let link = UpstreamLink("Assign")

        /// A subscriber that assigns to a property of an object.
        ///
        /// - Parameters:
        ///   - object: the object.
        ///   - keyPath: its property.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input> & Sendable) {
            target = Locked(object)
            self.keyPath = keyPath
        }

        /// The object, or nil after completion or cancelling.
        public var object: Root? { target.withLock { $0 } }

        /// Asks for all values.
        public func receive(subscription: any Subscription) {
            if link.attach(subscription) { subscription.request(.unlimited) }
        }

        /// Assigns the value.
        public func receive(_ value: Input) -> Subscribers.Demand {
            if let object { object[keyPath: keyPath] = value }
            return .none
        }

        /// Lets go of the object.
        public func receive(completion: Subscribers.Completion<Never>) {
            cancel()
        }

        /// Cancels the subscription and releases the object.
        public func cancel() {
            link.cancel()
            target.release { $0.take() }
        }

        /// `Assign` and the type of its object.
        public var description: String { "Assign \(Root.self)" }

        /// The object and the property.
        public var customMirror: Mirror {
            Mirror(self, children: ["object": object as Any, "keyPath": keyPath, "upstreamSubscription": link])
        }

        /// The description that a playground shows.
        public var playgroundDescription: Any { description }
    }
}

extension Publisher where Failure == Never {
    /// Assigns each value to a property of an object.
    ///
    /// ```swift
    /// let following = titles.assign(to: \.title, on: screen)
    /// ```
    ///
    /// **Demand**: unlimited. **Completion**: lets go of the object, which is kept alive until then. **Threads**: the
    /// property is set on the threads that deliver, so the object is `Sendable`; use ``receive(on:)`` with
    /// `MainActor.shared` for an object of the main actor.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - object: the object.
    /// - Returns: the subscription, which is cancelled when it is released.
    public func assign<Root: Sendable>(
        to keyPath: ReferenceWritableKeyPath<Root, Output> & Sendable, on object: Root
    ) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(assign)
        return AnyCancellable(assign)
    }
}
