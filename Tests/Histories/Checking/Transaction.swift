/// A transaction that a program did, as it saw it: a line of its history.
///
/// What is written is always appended to the list of a key, and each value once in all histories: then the last list of
/// a key says in which order its values were written, and what a transaction read says which came before it.
package struct Transaction: Codable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// It decides from what it reads, and conflicts where what it appends to has changed since.
        case edit
        /// It reads one state of the store.
        case snapshot
        /// Nobody else commits while it runs.
        case alone
    }

    package enum Operation: Codable, Sendable, Equatable {
        case read(key: Int, values: [Int])
        case append(key: Int, value: Int)
    }

    package enum Outcome: String, Codable, Sendable {
        case committed
        case failed
        /// It may be committed or not: its program was killed, or lost the server while that committed.
        case unknown
    }

    package var process: Int
    package var kind: Kind
    package var outcome: Outcome
    /// The moments between which it ran, in nanoseconds of a clock that all programs have.
    package var began: UInt64
    package var ended: UInt64
    package var operations: [Operation]

    package init(
        process: Int, kind: Kind, outcome: Outcome, began: UInt64, ended: UInt64, operations: [Operation]
    ) {
        self.process = process
        self.kind = kind
        self.outcome = outcome
        self.began = began
        self.ended = ended
        self.operations = operations
    }
}

extension Transaction: CustomStringConvertible {
    package var description: String {
        let operations = operations.map { operation in
            switch operation {
            case .read(let key, let values): "read \(key) = …\(values.suffix(3)) (\(values.count))"
            case .append(let key, let value): "append \(value) to \(key)"
            }
        }
        return "\(kind) of process \(process), \(outcome): \(operations.joined(separator: "; "))"
    }
}
