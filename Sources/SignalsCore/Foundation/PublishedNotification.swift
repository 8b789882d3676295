import Foundation

extension NotificationCenter {
    /// A notification as its publisher delivers it, since Foundation forbids `Notification` to be `Sendable`.
    public struct PublishedNotification: Sendable {
        /// The notification's name.
        public let name: Notification.Name

        /// The object that posted it, or that it is about, if it was given.
        public var object: Any? { contents.value.object }

        /// The further information that was given.
        public var userInfo: [AnyHashable: Any]? { contents.value.userInfo }

        private let contents: Vouched<(object: Any?, userInfo: [AnyHashable: Any]?)>

        /// A notification as a publisher delivers it.
        ///
        /// - Parameters:
        ///   - name: the notification's name.
        ///   - object: the object that posts it, or that it is about.
        ///   - userInfo: further information.
        public init(name: Notification.Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) {
            self.name = name
            // SAFETY: whoever posts a notification hands its object and its user info to observers it does not know, on
            // their queues, and so vouches that they may be used there.
            contents = Vouched((object, userInfo))
        }
    }
}
