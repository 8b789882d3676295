import Testing

@testable import HouseholdTasks

@Suite struct TodoLineEditingTests {
    private static let today = CalendarDay("2026-11-21")

    @Test(arguments: [
        ("Water plants", "x 2026-11-21 Water plants"),
        ("2026-11-01 Water  plants due:2026-12-01 ", "x 2026-11-21 2026-11-01 Water  plants due:2026-12-01 "),
        ("(A) 2026-11-01 Water plants id:7", "x 2026-11-21 2026-11-01 Water plants id:7 pri:A"),
        ("  (B) Water plants", "x 2026-11-21 Water plants pri:B"),
        ("x 2026-11-01 Water plants", "x 2026-11-01 Water plants"),
    ])
    func completingChangesTheHeaderAndNothingElse(before: String, after: String) throws {
        #expect(TodoLine(before).completed(on: try #require(Self.today)).text == after)
    }

    @Test(arguments: [
        ("x 2026-11-21 Water plants", "Water plants"), ("x Water plants", "Water plants"),
        ("x 2026-11-21 2026-11-01 Water  plants due:2026-12-01 ", "2026-11-01 Water  plants due:2026-12-01 "),
        ("x 2026-11-21 2026-11-01 Water plants id:7 pri:A", "(A) 2026-11-01 Water plants id:7"),
        ("x (B) 2026-11-21 Water plants pri:A", "(B) Water plants pri:A"), ("x (B) Water", "(B) Water"),
        ("x Water pri:high", "Water pri:high"), ("Water plants", "Water plants"), ("x", ""),
    ])
    func reopeningTakesTheMarkAndTheDayAwayAndNothingElse(before: String, after: String) {
        #expect(TodoLine(before).reopened.text == after)
    }

    @Test(arguments: [
        ("Water plants due:2026-12-01 every:3d", "Water plants due:2026-12-04 every:3d"),
        (
            "(A) 2026-11-01  Water plants every:1w\tdue:2026-11-01  @home",
            "(A) 2026-11-21  Water plants every:1w\tdue:2026-11-22  @home"
        ),
        ("Water plants every:2d", "Water plants every:2d due:2026-11-23"),
    ])
    func theNextOneIsDueAnIntervalLater(before: String, after: String) throws {
        #expect(TodoLine(before).next(after: try #require(Self.today))?.text == after)
    }

    @Test(arguments: [
        "Water plants due:2026-12-01", "Water plants every:often", "Water plants due:9999-12-31 every:1d",
    ])
    func whatDoesNotComeBackHasNoNextOne(text: String) throws {
        #expect(TodoLine(text).next(after: try #require(Self.today)) == nil)
    }

    @Test func theNameStaysWhenTheDayMoves() throws {
        let line = TodoLine("Zoë's 📷 day due:2026-12-01 every:1y")
        #expect(line.next(after: try #require(Self.today))?.name == line.name)
    }
}
