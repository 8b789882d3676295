import Testing

@testable import SignalsDashboard

@MainActor @Suite struct KeyTableTests {
    private func command(_ key: Key, _ name: String, _ action: @escaping @MainActor () -> Void = {}) -> KeyCommand {
        KeyCommand(key, name: name, action)
    }

    @Test func anEarlierListReplacesTheKeysOfALaterOne() {
        var called: [String] = []
        let table = KeyTable(
            [command("a", "first") { called.append("first") }],
            [command("a", "second") { called.append("second") }, command("b", "third") { called.append("third") }])
        #expect(table.commands.map(\.name) == ["first", "third"])
        for key in ["a", "b", "c"] as [Key] { _ = table.press(key) }
        #expect(called == ["first", "third"])
    }

    @Test func aCommandThatCannotBeCalledSaysWhyAndIsNotCalled() {
        let off = KeyCommand("u", name: "undo", unless: { "nothing to undo" }) { Issue.record("It was called.") }
        guard case .refused(let reason) = KeyTable([off]).press("u") else { return #expect(Bool(false)) }
        #expect(reason == "undo: nothing to undo")
    }

    @Test func aCommandThatIsNotThereLeavesItsKeyToOthers() {
        var called = 0
        let absent = KeyCommand("x", name: "absent", when: { false }) { Issue.record("It was called.") }
        _ = KeyTable([absent], [command("x", "other") { called += 1 }]).press("x")
        #expect(called == 1)
    }

    @Test func twoCommandsWithOneKeyAreAConflictUnlessBothComeAndGo() {
        let always = command("d", "done")
        let sometimes = KeyCommand("d", name: "delete", when: { false }) {}
        #expect(Dashboard.conflicts([always, command("a", "add")]) == [])
        #expect(Dashboard.conflicts([sometimes, sometimes]) == [])
        #expect(Dashboard.conflicts([always, sometimes]).count == 1)
        #expect(
            Dashboard.conflicts([always, command("d", "drop")]) == [
                "The key d is both “done” and “drop”. Give one another key."
            ])
    }

    @Test(arguments: [(40, " a add  d done  ? help"), (16, " d done  ? help"), (8, " ? help"), (3, " ?…")])
    func hintsGoByTheirRank(columns: Int, text: String) {
        let commands = [
            command("a", "add"), KeyCommand("d", name: "done", priority: 6) {},
            KeyCommand("?", name: "help", priority: 9) {}, KeyCommand("x", name: "hidden", priority: 0) {},
        ]
        let line = HintLine(commands, columns: columns).line
        #expect(Frame(lines: [line], size: Size(columns: columns, rows: 1)).text == text)
    }

    @Test func aHintKnowsWhereItStands() throws {
        let line = HintLine([command("a", "add"), command(.control("u"), "clear")], columns: 40)
        #expect(line.line.text == " a add  ^U clear")
        #expect(line.hints.map(\.columns) == [1..<6, 8..<16])
    }

    @Test(
        arguments: [
            (.control("u"), "^U"), (.alt("x"), "Alt-x"), (.backTab, "Shift-Tab"), (.function(5), "F5"), (" ", "Space"),
            (.control(.enter), "Ctrl-Enter"), ("A", "A"),
        ] as [(Key, String)])
    func keysHaveNames(key: Key, name: String) {
        #expect(key.description == name)
    }
}
