/// The kind of access that was made off its queue.
enum ConfinedAccess {
    case attribute(Int, of: ManagedObject)
    case relationship(Int, of: ManagedObject)
    case member(String, of: ManagedObject)
    case context(String)
}
