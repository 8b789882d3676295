import Signals
import SignalsStore

extension SaveState {
    /// The failures as a person is told of them, the oldest first.
    var alerts: [String] { errors.map { "\($0)" } }

    /// Adds what a person has to know though nothing was to be saved.
    func alert(_ text: String) { fail(with: TaskFailure(text)) }
}
