/// The treatment of a change, given its row's present state.
package enum ConflictResolution: Sendable {
    /// These edits are written.
    case write([ChangeSet.Edit])
    /// The row is written with all values of the object.
    case writeAll
    /// The row stays as it is.
    case keep
    /// The row is removed.
    case remove
    /// The row stays deleted, and the change does not conflict with that.
    case leaveDeleted
    /// The save fails: one of the edits is in conflict, or, without one, the object as a whole.
    case fail(ChangeSet.Edit?)
}
