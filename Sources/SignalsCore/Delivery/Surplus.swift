/// The treatment of a value without demand.
@usableFromInline
package enum Surplus: Sendable {
    /// It waits, and so does the completion after it.
    case waits

    /// It waits until the next one replaces it, or the completion does.
    case isReplaced
}
