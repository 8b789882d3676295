/// Why a save fails, and what it names.
package enum Failure: Hashable {
    case conflict(Int, attribute: String)
    case deletionConflict(Int)
    case relatedObjectDeleted(Int, relation: String, target: Int)
    case relationshipMissing(Int, relation: String)
    case deletionDenied(Int, relation: String)
    case valueTaken(Int, attribute: String, by: Int)
    case unsavedInParent(Int)
    case other(String)
}

/// What the package is known to do otherwise: the points of issue 14, and what the model found besides.
package enum Known: Int, Hashable, CaseIterable, Sendable {
    case absorbedDeletions = 1
    case innerSaves = 2
    case lostDeletions = 3
    case linksOfMissingRows = 4
    case missingTargets = 5
    case deletedFaults = 6
    case undoneOrders = 7
    case savesThroughParents = 11
    case newOwnersInParents = 12
    case fetches = 13
    case joins = 60
    /// The sentences leave it open.
    case undecided = 100
}

extension Known {
    /// The failures of today's code: sequences of the suite end before them. `Scripts/torture --graph` goes on.
    package static let present: Set<Known> = []
}
