import Signals

/// Notes which attributes of a prototype are read.
final class AccessRecorder: Sendable {
    /// What a key path read: an attribute's index, or the object's ID.
    enum Access: Equatable, Sendable {
        case attribute(Int)
        case objectID
    }

    private let accesses = Locked<[Access]>([])

    func record(_ index: Int) { accesses.withLock { $0.append(.attribute(index)) } }
    func recordObjectID() { accesses.withLock { $0.append(.objectID) } }

    /// What was read since the last call.
    func take() -> [Access] {
        accesses.withLock { accesses in
            defer { accesses = [] }
            return accesses
        }
    }
}
