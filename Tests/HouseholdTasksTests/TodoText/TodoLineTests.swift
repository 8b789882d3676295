import Testing

@testable import HouseholdTasks

@Suite struct TodoLineTests {
    @Test func aFullLineIsUnderstood() {
        let line = TodoLine("(A) 2026-11-01 Water plants +garden @home due:2026-12-01 every:3d id:7")
        #expect(line.header.priority == "A")
        #expect(line.header.creationDate?.text == "2026-11-01")
        #expect(!line.header.isCompleted)
        #expect(line.due?.description == "2026-12-01")
        #expect(line.recurrence == Recurrence("3d"))
        #expect(line.value(of: "id")?.value == "7")
        #expect(line.name == "Water plants +garden @home")
        #expect(line.plainName == "Water plants")
        #expect(line.words.filter(\.isProject).map(\.text) == ["+garden"])
        #expect(line.words.filter(\.isContext).map(\.text) == ["@home"])
    }

    @Test(
        arguments: [
            ("x 2026-11-20 2026-11-01 Rake leaves", true, nil, ["2026-11-20", "2026-11-01"], "Rake leaves"),
            ("x (A) 2026-11-20 2026-11-01 Rake leaves", true, "A", ["2026-11-20", "2026-11-01"], "Rake leaves"),
            ("x Rake leaves", true, nil, [], "Rake leaves"),
            ("X Rake leaves", false, nil, [], "X Rake leaves"),
            ("xylophone lesson", false, nil, [], "xylophone lesson"),
            ("(a) Rake leaves", false, nil, [], "(a) Rake leaves"),
            ("(AB) Rake leaves", false, nil, [], "(AB) Rake leaves"),
            ("(A)Rake leaves", false, nil, [], "(A)Rake leaves"),
            ("Rake leaves (A)", false, nil, [], "Rake leaves (A)"),
            ("2026-11-01 2026-11-02 Rake leaves", false, nil, ["2026-11-01"], "2026-11-02 Rake leaves"),
            ("2026-13-45 Rake leaves", false, nil, ["2026-13-45"], "Rake leaves"),
            ("  (B)   Rake \t leaves  ", false, "B", [], "Rake leaves"),
        ] as [(String, Bool, Character?, [String], String)])
    func theHeaderEndsWhereTheDescriptionBegins(
        text: String, isCompleted: Bool, priority: Character?, dates: [String], name: String
    ) {
        let line = TodoLine(text)
        #expect(line.header.isCompleted == isCompleted)
        #expect(line.header.priority == priority)
        #expect(line.header.dates.map { String($0.text) } == dates)
        #expect(line.name == name)
        #expect(line.text == text)
    }

    @Test(arguments: [
        ("Meet at 12:30", "Meet at 12:30"), ("Read https://example.org/a:b", "Read https://example.org/a:b"),
        ("Mail a@b.c about 1+1", "Mail a@b.c about 1+1"), ("Note: buy milk", "Note: buy milk"),
        ("Call :) tel:555-0134 Oma", "Call :) Oma"), ("Plus + and at @ alone", "Plus + and at @ alone"),
    ])
    func onlyPairsAreTags(text: String, name: String) {
        #expect(TodoLine(text).name == name)
    }

    @Test func namesThatLookTheSameAreTheSame() {
        #expect(
            TodoLine("Cafe\u{301}  wischen").name.unicodeScalars.elementsEqual(
                TodoLine("Café wischen").name.unicodeScalars))
    }
}
