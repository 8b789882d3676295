import Foundation
import SignalsDashboard
import Testing

@testable import HouseholdTasks

@Suite struct TaskScreenViewTests {
    private func view(_ tasks: [String] = ["Water plants due:2026-12-01", "Call Oma", "x Rake leaves"]) throws
        -> TaskScreenView
    {
        TaskScreenView(tasks: tasks.map { TodoLine($0) }, today: try #require(CalendarDay("2026-11-21")))
    }

    @Test func theScreenShowsTheTasksAndTheKeys() throws {
        let lines = try view().frame(in: Size(columns: 60, rows: 7)).lines.map(\.text)
        #expect(
            lines.map { $0.replacing(/[ ]+$/, with: "") }.joined(separator: "\n") == """
                Household tasks                               2 open, 1 done
                  2026-12-01      Water plants
                                  Call Oma
                x                 Rake leaves


                ↑↓ move  a add  e edit  d done  i import  ? help  q quit
                """)
    }

    @Test func theSelectedTaskIsReversedOverTheWholeWidth() throws {
        var view = try view()
        view.selected = 1
        let line = view.frame(in: Size(columns: 40, rows: 8)).lines[2]
        #expect(line.width == 40)
        #expect(line.spans.allSatisfy { $0.style.role == .selection })
    }

    @Test func anAlertIsALineUntilItIsDismissed() throws {
        var view = try view()
        view.alerts = ["“Call Oma” was not saved", "another"]
        let lines = view.frame(in: Size(columns: 60, rows: 8)).lines
        #expect(lines[6].text.hasPrefix("! “Call Oma” was not saved (1 of 2)"))
        #expect(lines[6].spans.allSatisfy { $0.style.role == .bad })
        #expect(lines[7].text.hasPrefix("Enter dismisses"))
    }

    @Test func aLongAlertTakesUpToThreeLines() throws {
        var view = try view()
        view.alerts = [String(repeating: "something went wrong ", count: 20)]
        let lines = view.frame(in: Size(columns: 40, rows: 12)).lines.map(\.text)
        #expect(lines.count { $0.contains("wrong") } == 3)
        #expect(lines[10].trimmingCharacters(in: .whitespaces).hasSuffix("…"))
    }

    @Test func aPromptHasTheCursor() throws {
        var view = try view()
        view.prompt = .init(label: "New task: ", field: TextField("Zoë"))
        let frame = view.frame(in: Size(columns: 60, rows: 8))
        #expect(frame.lines[6].text == "New task: Zoë")
        #expect(frame.cursor == .init(column: 13, row: 6))
        #expect(frame.lines[7].text == "Enter saves  Esc cancels")
    }

    @Test func anImportShowsHowFarItIs() throws {
        var view = try view()
        view.progress = .init(completed: 5000, total: 10_000)
        let text = view.frame(in: Size(columns: 60, rows: 8)).lines[6].text
        #expect(text.contains(" 50 % 5000 of 10000 saved") && text.displayWidth == 60)
    }

    @Test func theSelectedTaskIsAlwaysInSight() throws {
        var view = try view((0..<100).map { "Task \($0)" })
        for selected in [0, 1, 49, 98, 99] {
            view.selected = selected
            let lines = view.frame(in: Size(columns: 40, rows: 10)).lines
            #expect(lines.count == 10)
            let marked = lines.filter { $0.spans.first?.style.role == .selection }
            #expect(marked.map { $0.text.split(separator: " ").last } == ["\(selected)"])
        }
    }

    @Test func anEmptyListSaysHowToBegin() throws {
        #expect(try view([]).frame(in: Size(columns: 80, rows: 6)).text.contains("Press a to add one"))
    }

    @Test func noTerminalIsTooSmall() throws {
        var full = try view((0..<30).map { "(A) 水やり \($0) due:2026-12-01 every:3d" })
        full.alerts = ["something went wrong"]
        full.prompt = .init(label: "New task: ", field: TextField("水水水水水水水水水水水水水水水水水水"))
        for view in [try view(), full] {
            for columns in 1...30 {
                for rows in 1...8 {
                    let frame = view.frame(in: Size(columns: columns, rows: rows))
                    #expect(frame.lines.count <= rows)
                    #expect(frame.lines.allSatisfy { $0.width <= columns })
                }
            }
        }
    }

    @Test func theHelpNamesTheKeys() {
        let text = HelpView.frame(in: Size(columns: 100, rows: 20)).text
        for key in ["↑ ↓", "a ", "d ", "i ", "?", "q, Ctrl-C"] { #expect(text.contains(key)) }
        #expect(HelpView.frame(in: Size(columns: 1, rows: 1)).lines.count == 1)
    }
}
