extension Stage {
    /// The commands that are present now: those of the layer, or those of the program, of the pane that has the keys,
    /// and of every dashboard.
    var keyTable: KeyTable {
        if question != nil { return KeyTable(questionCommands) }
        if let layer = layers.last { return KeyTable(layer.content.keys, layerCommands) }
        let pane = focused
        let alertCommands = pane?.isTyping == true ? [] : self.alertCommands
        return KeyTable(alertCommands, commands, pane?.keys ?? [], ownCommands)
    }

    /// Takes a key that was pressed.
    func press(_ key: Key) {
        guard question == nil else { return answer(key) }
        notice = ""
        if let content = focused, content.isTyping {
            if content.take(Input(key)) { return }
        }
        if case .refused(let reason) = keyTable.press(key) { notice = reason }
    }

    /// Takes a text that was pasted.
    func paste(_ text: String) { if question == nil { _ = focused?.take(.paste(text)) } }

    /// Takes a movement of the wheel over a cell.
    func scrollWheel(by rows: Int, column: Int, row: Int) {
        if question == nil { _ = place(column, row)?.content.take(.wheel(rows)) }
    }

    /// Takes a click on a cell: a hint is called, a pane gets the keys and the click.
    func click(column: Int, row: Int) {
        pressed = nil
        if row == hintRow, let hint = hints.first(where: { $0.columns.contains(column) }) {
            if let key = hint.key { press(key) }
        } else if question == nil, let place = place(column, row) {
            if layers.isEmpty { focus(place.content) }
            pressed = ObjectIdentifier(place.content)
            let (column, row) = (column - place.origin.column, row - place.origin.row)
            _ = place.content.take(.click(column: column, row: row))
        }
    }

    /// Takes a move of the mouse with its button down: the content that was clicked gets that, wherever the mouse is.
    func drag(column: Int, row: Int) {
        guard question == nil,
            let place = (panes + layerPlaces).first(where: { ObjectIdentifier($0.content) == pressed })
        else { return }
        _ = place.content.take(.drag(column: column - place.origin.column, row: row - place.origin.row))
    }

    private func place(_ column: Int, _ row: Int) -> Scene.Place? {
        (layers.isEmpty ? panes : layerPlaces).last { $0.contains(column: column, row: row) }
    }

    private func answer(_ key: Key) {
        guard let question, case .ran = keyTable.press(key) else { return }
        self.question = nil
        if key == "y" || key == .enter { question.answerYes() }
    }

    private var questionCommands: [KeyCommand] {
        [KeyCommand("y", .enter, name: "yes") {}, KeyCommand("n", .escape, name: "no") {}]
    }

    private var layerCommands: [KeyCommand] { [KeyCommand(.escape, name: "back") { [self] in dismiss() }] }

    private var alertCommands: [KeyCommand] {
        let texts = alerts.texts
        return [
            KeyCommand(.enter, name: "dismiss", priority: 9, when: { !texts.isEmpty }) { [self] in alerts.dismissFirst()
            },
            KeyCommand(.escape, name: "dismiss all", when: { texts.count > 1 }) { [self] in alerts.dismissAll() },
            KeyCommand(.escape, name: "dismiss", priority: 0, when: { texts.count == 1 }) { [self] in
                alerts.dismissAll()
            },
        ]
    }

    private var ownCommands: [KeyCommand] {
        let focusable = panes.map(\.content).filter(\.canFocus)
        let numbers = focusable.prefix(9).enumerated().map { number, content in
            KeyCommand(.character(Character("\(number + 1)")), name: paneName(content), priority: 0) { [self] in
                focus(content)
            }
        }
        return [
            KeyCommand(.tab, name: "pane", priority: 3, when: { focusable.count > 1 }) { [self] in moveFocus(by: 1) },
            KeyCommand(.backTab, name: "pane before", priority: 0, when: { focusable.count > 1 }) { [self] in
                moveFocus(by: -1)
            },
        ] + (numbers.count > 1 ? numbers : []) + [
            KeyCommand("?", name: "help", priority: 9) { [self] in showHelp() },
            KeyCommand("q", name: "quit", priority: 4) { [self] in close() },
        ]
    }

    private func paneName(_ content: any LiveContent) -> String { "to " + (name(of: content) ?? "the pane") }

    /// Returns the title of a pane or a layer.
    func name(of content: any LiveContent) -> String? {
        layers.last { $0.content === content }?.title.text ?? titles[ObjectIdentifier(content)]
    }

    private func showHelp() {
        var groups: [KeyGroup] = [(title, commands.filter(\.isPresent))]
        if let pane = focused { groups.append((titles[ObjectIdentifier(pane)] ?? "", pane.keys.filter(\.isPresent))) }
        groups.append(("Everywhere", ownCommands.filter(\.isPresent) + systemCommands.filter(\.isPresent)))
        if let sayKeys { return sayKeys(groups) }
        let pane = HelpPane(groups) { [weak self] in self?.dismiss() }
        present(pane, title: "Keys")
    }

    /// The keys that the dashboard takes before anybody else, for the help.
    private var systemCommands: [KeyCommand] {
        [
            KeyCommand(.control("c"), name: "quit") {}, KeyCommand(.control("z"), name: "suspend") {},
            KeyCommand(.control("l"), name: "draw anew", when: { [self] in sayKeys == nil }) {},
        ]
    }
}
