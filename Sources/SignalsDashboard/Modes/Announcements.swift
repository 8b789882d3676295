/// The changes that a dashboard without a screen reports, each of them once.
@MainActor
struct Announcements {
    private let stage: Stage
    private var notice = ""
    private var alerts: [String] = []
    private var question: String?
    private var selection: (content: ObjectIdentifier, text: String)?

    /// Nothing was said yet.
    init(of stage: Stage) {
        self.stage = stage
    }

    /// Notes that a key was pressed: a notice that is the answer to it is said again.
    mutating func keyWasPressed() { notice = "" }

    /// Returns the changes of the contents, alerts and notices since the last time, and a question that is asked.
    mutating func news() -> [Change] {
        // A row that several tables of a pane report alike is one row.
        var told: Set<Change> = []
        var changes = stage.panes.flatMap { place -> [Change] in
            let pane = stage.name(of: place.content) ?? ""
            return place.content.news().map { change in
                var change = change
                change.pane = pane
                return change
            }
        }.filter { $0.id == nil || told.insert($0).inserted }
        changes += stage.alerts.texts.filter { !alerts.contains($0) }.map { Change(kind: "alert", sentence: $0) }
        alerts = stage.alerts.texts
        if stage.notice != notice, !stage.notice.isEmpty {
            changes.append(Change(kind: "notice", sentence: stage.notice))
        }
        notice = stage.notice
        if let text = stage.question?.text, text != question {
            changes.append(Change(kind: "question", sentence: text))
        }
        question = stage.question?.text
        return changes
    }

    /// Returns the selection of the content that has the keys, with its title when it has them since the last time.
    ///
    /// - Parameter isRepeated: true if it is returned though it is the same.
    mutating func selection(isRepeated: Bool) -> Change? {
        guard stage.question == nil, let focused = stage.focused else { return nil }
        let identity = ObjectIdentifier(focused)
        let text = focused.selectionText ?? "has the keys"
        let isNew = selection?.content != identity
        guard isNew || isRepeated || selection?.text != text else { return nil }
        selection = (identity, text)
        return Change(
            pane: isNew ? stage.name(of: focused) ?? "" : "", kind: "selected",
            sentence: isNew && focused.isTyping ? "\(text). \(hints)" : text)
    }

    /// The keys of what takes text, in which none can be asked for.
    private var hints: String {
        "Keys: "
            + stage.hints.map { "\($0.key.map(KeySentences.name) ?? "") \($0.name)" }.joined(separator: ", ")
    }
}
