import Foundation
import SignalsDashboard
import SignalsStore

/// The words for a failure, for a person.
enum SaveFailure {
    /// Returns the reason why `line` was not saved, in one line of text.
    static func reason(_ error: any Error, for line: TodoLine) -> String {
        guard case .valueTaken? = (error as? SaveError)?.reason else { return reason(error) }
        let name = line.name.showingControlCharacters.truncated(toWidth: 60)
        return "there is an open task “\(name)” already; complete it first, or give this one another name"
    }

    /// Returns what went wrong, in one line of text.
    static func reason(_ error: any Error) -> String {
        "\(error)".showingControlCharacters
    }
}
