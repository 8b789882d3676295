import SignalsCore

/// A recorder of the properties that are read of a prototype, and of the prototypes that it refers to.
final class AccessRecorder: Sendable {
    /// A property that a key path read: an attribute's index, a relationship's, or the object's ID.
    enum Access: Equatable, Sendable {
        case attribute(Int)
        case relationship(Int)
        case objectID
    }

    private struct State: Sendable {
        var accesses: [Access] = []
        /// The number of more objects that a path may lead through.
        var depth = 0
    }

    private let state = Locked(State())

    func record(_ index: Int) { state.withLock { $0.accesses.append(.attribute(index)) } }
    func record(relationship index: Int) { state.withLock { $0.accesses.append(.relationship(index)) } }
    func recordObjectID() { state.withLock { $0.accesses.append(.objectID) } }

    /// Returns what was read since the last call.
    func take() -> [Access] {
        state.withLock { state in
            defer { state.accesses = [] }
            return state.accesses
        }
    }

    /// Makes relationships to one refer to prototypes too, so that a path through them can be followed.
    func follow(upTo depth: Int) { state.withLock { $0.depth = depth } }

    /// The prototype that a relationship refers to; nil when it is not to be followed.
    func makeTarget(_ entity: EntityDescription) -> ManagedObject? {
        let isFollowed = state.withLock { state in
            defer { state.depth = max(0, state.depth - 1) }
            return state.depth > 0
        }
        return isFollowed ? Prototype(entity, recorder: self).object : nil
    }
}
