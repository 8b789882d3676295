import Foundation

extension NotificationCenter {
    /// A notification as its publisher delivers it, since Foundation forbids `Notification` to be `Sendable`.
    public struct PublishedNotification {
        /// The notification's name.
        public let name: Notification.Name

        /// The object that posted it, or that it is about, if it was given.
        public let object: Any?

        /// The further information that was given.
        public let userInfo: [AnyHashable: Any]?

        /// A notification as a publisher delivers it.
        ///
        /// - Parameters:
        ///   - name: the notification's name.
        ///   - object: the object that posts it, or that it is about.
        ///   - userInfo: further information.
        public init(name: Notification.Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) {
            self.name = name
            self.object = object
            self.userInfo = userInfo
        }
    }
}

// SAFETY: whoever posts a notification hands its object and its user info to observers it does not know, on their queues,
// and so vouches that they may be used there. This value adds nothing to that: it is immutable.
extension NotificationCenter.PublishedNotification: @unchecked Sendable {}
