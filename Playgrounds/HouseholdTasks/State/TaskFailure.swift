/// A failure as a person reads it: what did not happen, and why.
struct TaskFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
