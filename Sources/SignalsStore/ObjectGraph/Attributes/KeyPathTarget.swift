/// The target of a key path of an entity.
enum KeyPathTarget: Sendable, Equatable {
    case objectID
    case attribute(Int)
    case relationship(Int)
    /// A target at the object at the other end of a relationship to one.
    indirect case related(Int, KeyPathTarget)
}
