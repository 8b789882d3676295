/// The rule for the objects at the other end of a relationship when an object is deleted. Core Data's `NSDeleteRule`.
///
/// The raw value is written into the store beside the data, so a case is never renamed.
public enum DeleteRule: String, Sendable, Codable, CaseIterable {
    /// They stay, and no longer refer to the deleted object.
    case nullify
    /// They are deleted too, by their own rules.
    case cascade
    /// The object cannot be deleted as long as there are any: the save fails with `SaveError.Reason.deletionDenied`.
    case deny
    /// They are left as they are, and may refer to a deleted object, which then reads as nil.
    case noAction
}

extension DeleteRule {
    /// The rule as it is for an object that was never saved, which leaves nothing: all but `.cascade` are `.nullify`.
    package var ofInserted: DeleteRule { self == .cascade ? .cascade : .nullify }
}
