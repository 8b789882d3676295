/// The reason for which a save fails, and what it names.
package enum Failure: Hashable {
    case conflict(Int, attribute: String)
    case deletionConflict(Int)
    case relatedObjectDeleted(Int, relation: String, target: Int)
    case relationshipMissing(Int, relation: String)
    case deletionDenied(Int, relation: String)
    case valueTaken(Int, attribute: String, by: Int)
    case unsavedInParent(Int)
    case other(String)
    /// The closure's own error.
    case own

    /// True if a rule of a relationship is broken, which each save finds.
    var isOfRules: Bool {
        switch self {
        case .relationshipMissing, .deletionDenied: true
        default: false
        }
    }
}
