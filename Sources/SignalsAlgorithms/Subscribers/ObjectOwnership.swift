/// The way in which a subscription refers to the object that it assigns to.
public enum ObjectOwnership: Sendable, Hashable {
    /// The object is kept alive until the completion, or until the subscription is cancelled.
    case strong

    /// The object may go; values that come later are dropped.
    case weak

    /// The object must outlive the subscription. The program stops if a value comes after it has gone.
    case unowned
}
