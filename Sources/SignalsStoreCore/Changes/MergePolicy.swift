/// The policy of a save for conflicts: an attribute that was changed here and, since it was read, by another context or
/// program, or an object that one side changed and the other deleted. Core Data's `NSMergePolicy`.
///
/// Changes to different attributes of an object are not a conflict under any policy, and both are kept. The two ends of
/// a one-to-one are one property: whichever side's pair is kept, no other object refers to either of its objects. A
/// policy is applied in the transaction that writes, so it is correct with concurrent saves; its result is in the
/// objects when the save returns. Until then, if other changes are merged into a context with changes of its own, an
/// object shows its pair as each side has it.
///
/// A deletion that a policy gives up is lost with all that it implied: the objects that it would have deleted stay, and
/// so do the references and links to the object. An object that the other side changed and that a delete rule was to
/// delete with its owner stays under a policy that prefers the other side: with its owner if it refers to that, else
/// without; the same holds if the program deleted both. A delete rule's changes to other objects are not a conflict.
/// Under every policy but `.error` a reference to a deleted object is not written (the store's side keeps the stored
/// one, this side writes nil), and a link to it is dropped. Orders never conflict: they are merged, and a changed order
/// does not conflict with a deletion of its objects elsewhere.
///
/// A new object with the same `.unique` value, or the same values of a `uniquenessConstraints` entry, as a stored
/// object of its class fails the save under `.error`, with `SaveError.Reason.valueTaken`, which names that object.
/// Under the other policies the two become one, as with Core Data: the stored one, with its `objectID`. An attribute or
/// reference that only one of the two has set to another value than the class declares is kept; if both have set it,
/// the policy decides (`.overwrite` takes all attributes of the new object, `.rollback` takes none). To-ones that refer
/// to the new object refer to the stored one from then on; links are united too, except under `.rollback`. Of two new
/// objects the later one joins the earlier. The new object's former ID still finds the object, in this container. A
/// stored object is never joined with another: under each policy its save fails if it takes another object's unique
/// value. Objects of one save may swap such values. See also ``ManagedObjectContext/findOrCreate(_:where:equals:)``.
public enum MergePolicy: Sendable, Hashable {
    /// The save fails with `SaveError.Reason.conflict` or `.deletionConflict`, and nothing is saved.
    case error
    /// Of an attribute that both sides changed, the store's value stays. An object that one side deleted and the other
    /// changed is as the other side left it: deleted if it was deleted there, changed if it was changed there.
    case mergeByPropertyStoreTrump
    /// Of an attribute that both sides changed, the value here is saved. An object that one side deleted and the other
    /// changed is as it is here: deleted if it was deleted here, and stored again if it was changed here.
    case mergeByPropertyObjectTrump
    /// An object in conflict is saved as it is here, with all its values, over the other side's changes.
    case overwrite
    /// An object in conflict stays as it is in the store; all changes of it here are discarded. The order of a to-many
    /// is a change of its owner, or of its members where these have a to-one to the owner.
    case rollback
}

extension MergePolicy {
    /// Returns the treatment of an update whose row has these values now; nil values if it was deleted.
    package func resolve(_ update: ChangeSet.Update, stored: [StoredValue]?) -> ConflictResolution {
        // Positions in an order never conflict: of both, the last one written holds.
        let changes = update.edits.lazy.filter { !update.entity.isPosition($0.index) }
        guard let stored else {
            if changes.isEmpty, !update.makesLinks { return .leaveDeleted }
            return switch self {
            case .error: .fail(nil)
            case .mergeByPropertyStoreTrump, .rollback: .keep
            case .mergeByPropertyObjectTrump, .overwrite: .writeAll
            }
        }
        guard let conflict = changes.first(where: { stored[$0.index] != $0.base }) else {
            return .write(update.edits)
        }
        return switch self {
        case .error: .fail(conflict)
        case .mergeByPropertyStoreTrump: .write(update.edits.filter { stored[$0.index] == $0.base })
        case .mergeByPropertyObjectTrump: .write(update.edits)
        case .overwrite: .writeAll
        case .rollback: .keep
        }
    }

    /// Returns the treatment of a new row that came back after a deletion, if another save has stored it again with
    /// these values: the two become one, by the policy where they differ.
    package func resolve(_ returned: RowPage.Row, stored: [StoredValue]) -> ConflictResolution {
        let edits = returned.values.enumerated().filter { $1 != stored[$0] }
            .map { ChangeSet.Edit(index: $0, base: stored[$0], value: $1) }
        switch resolutionOfDeletion {
        case .fail:
            let conflict = edits.first { !returned.page.entity.isPosition($0.index) }
            return conflict.map { .fail($0) } ?? .write(edits)
        case .keep: return edits.isEmpty ? .write([]) : .keep
        default: return .write(edits)
        }
    }

    /// The treatment of a deletion whose row was changed elsewhere.
    package var resolutionOfDeletion: ConflictResolution {
        switch self {
        case .error: .fail(nil)
        case .mergeByPropertyStoreTrump, .rollback: .keep
        case .mergeByPropertyObjectTrump, .overwrite: .remove
        }
    }

    /// True if the other side's order of a list, or pair of a one-to-one, is preferred.
    package var prefersOthers: Bool { self == .mergeByPropertyStoreTrump || self == .rollback }

    /// True if an update has to bring all values of the object along.
    package var needsAllValues: Bool { self == .mergeByPropertyObjectTrump || self == .overwrite }
}
