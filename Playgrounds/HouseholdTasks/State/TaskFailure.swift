/// What did not happen and why, as a person reads it.
struct TaskFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
