import SignalsDashboard

/// The reason why something cannot be done with a task, and what to do instead.
enum TaskError: Error, Hashable, Sendable {
    case alreadyDone(name: String)
    case noSuchTask(name: String)
    case noSuchDoneTask(name: String)
    case changedMeanwhile(name: String)
    case ambiguous(name: String, candidates: [String])
}

extension TaskError: CustomStringConvertible {
    private static let most = 5

    var description: String {
        switch self {
        case .alreadyDone(let name):
            "“\(Self.shown(name))” is done already"
        case .noSuchTask(let name):
            "there is no open task “\(Self.shown(name))”; household-tasks list shows the names"
        case .noSuchDoneTask(let name):
            "there is no completed task “\(Self.shown(name))”; household-tasks list --all shows the names"
        case .changedMeanwhile(let name):
            "“\(Self.shown(name))” was changed by another program meanwhile; leave the form and edit it again"
        case .ambiguous(let name, let candidates):
            "“\(Self.shown(name))” could be "
                + candidates.prefix(Self.most).map { "“\(Self.shown($0))”" }.joined(separator: ", ")
                + (candidates.count > Self.most ? " and \(candidates.count - Self.most) more" : "")
                + "; write more of the name"
        }
    }

    private static func shown(_ name: String) -> String {
        name.showingControlCharacters.truncated(toWidth: 60)
    }
}
