import Synchronization

/// Saves that are made to fail, so that a person can see how failures look: `--fail-every 3`.
final class FailureSchedule: Sendable {
    /// The failure of a save that was made to fail.
    struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        let number: Int
        let interval: Int

        var description: String { "save \(number) was made to fail by --fail-every \(interval)" }
    }

    private let interval: Int
    private let saves = Atomic(0)

    /// Each save whose number is a multiple of `interval` fails.
    init(every interval: Int) { self.interval = max(interval, 1) }

    /// Counts a save.
    ///
    /// - Throws: `Failure` if it is one that fails.
    func countSave() throws {
        let number = saves.add(1, ordering: .relaxed).newValue
        if number.isMultiple(of: interval) { throw Failure(number: number, interval: interval) }
    }
}
