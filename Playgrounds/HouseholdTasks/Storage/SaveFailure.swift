import Foundation
import SignalsDashboard
import SignalsStore

/// What a person is told about something that failed.
enum SaveFailure {
    /// Why `line` was not saved, in one line of text.
    static func reason(_ error: any Error, for line: TodoLine) -> String {
        guard case .valueTaken? = (error as? SaveError)?.reason else { return reason(error) }
        let name = line.name.showingControlCharacters.truncated(toWidth: 60)
        return "there is an open task “\(name)” already; complete it first, or give this one another name"
    }

    /// What went wrong, in one line of text.
    static func reason(_ error: any Error) -> String {
        "\(error)".showingControlCharacters
    }
}
