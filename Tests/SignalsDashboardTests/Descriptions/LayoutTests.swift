import Foundation
import Testing

@testable import SignalsDashboard

/// A content that fills its canvas with one letter.
@MainActor private struct Fill: Content {
    let letter: String
    var least = Size(columns: 1, rows: 1)

    func measure(in room: Size) -> Measure { .flexible(columns: least.columns, rows: least.rows) }

    func draw(on canvas: inout Canvas) {
        for row in 0..<canvas.size.rows {
            canvas.draw(Line(String(repeating: letter, count: canvas.size.columns)), row: row)
        }
    }
}

@MainActor @Suite struct LayoutTests {
    private func text(_ block: some Content, columns: Int, rows: Int) -> String {
        let scene = Scene(size: Size(columns: columns, rows: rows), now: Date(), focus: nil)
        var canvas = Canvas(scene)
        canvas.draw(Block(block), row: 0, column: 0, size: canvas.size)
        return scene.grid.takeFrame().text
    }

    @Test func panesHaveTitlesAndBorders() {
        let pane = Columns {
            "left".titled("One").width(.fixed(10))
            Fill(letter: "x").titled("Two")
        }
        #expect(
            text(pane, columns: 22, rows: 3) == """
                ╭─ One ──╮╭─ Two ────╮
                │left    ││xxxxxxxxxx│
                ╰────────╯╰──────────╯
                """)
    }

    @Test(arguments: [
        Length.fixed(.max), .fixed(.min), .share(.max, min: .max, max: .max), .share(.min, min: .min, max: .min), .fits,
    ])
    func anyLengthIsDividedWithoutAnEndOfNumbers(length: Length) {
        let columns = Columns {
            Fill(letter: "a").width(length).height(length)
            Rows {
                Fill(letter: "b").height(length)
                Fill(letter: "c").height(length)
            }.width(length)
            Fill(letter: "d").width(.share(.max))
        }
        #expect(text(columns, columns: 20, rows: 4).split(separator: "\n").count <= 4)
    }

    @Test func textTakesOneRowAndTheRestIsShared() {
        let rows = Rows {
            "title"
            Fill(letter: "a")
            Fill(letter: "b").height(.share(2))
        }
        #expect(text(rows, columns: 5, rows: 4) == "title\naaaaa\nbbbbb\nbbbbb")
    }

    @Test func theLowestPriorityDisappearsFirst() {
        let rows = Rows {
            Fill(letter: "a").height(.fixed(2))
            Fill(letter: "b").height(.fixed(2)).priority(1)
            Fill(letter: "c").height(.fixed(2)).priority(9)
        }
        #expect(text(rows, columns: 1, rows: 6) == "a\na\nb\nb\nc\nc")
        #expect(text(rows, columns: 1, rows: 5) == "a\na\nc\nc\n")
        #expect(text(rows, columns: 1, rows: 3) == "c\nc\n")
        #expect(text(rows, columns: 1, rows: 1) == "c")
    }

    @Test func aBlockKeepsWhatWasSaidOfItBefore() {
        let block = Fill(letter: "a").titled("A").width(.fixed(3)).height(.fits).priority(2)
        #expect(block.title == "A" && block.width == .fixed(3) && block.height == .fits && block.priority == 2)
        #expect(block.withoutFrames().title == nil)
    }

    @Test func anyBlocksDrawInsideAnyScreen() {
        var random = SeededNumbers(seed: 3)
        for round in 0..<400 {
            let (columns, rows) = (Int.random(in: 1...300, using: &random), Int.random(in: 1...100, using: &random))
            let size =
                round % 4 == 0 ? Size(columns: columns % 6 + 1, rows: rows % 4 + 1) : Size(columns: columns, rows: rows)
            let block = randomBlock(depth: 3, using: &random)
            let lines = text(block, columns: size.columns, rows: size.rows).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == size.rows)
            #expect(lines.allSatisfy { $0.displayWidth <= size.columns })
            // Something is always there.
            #expect(lines.contains { !$0.isEmpty })
        }
    }

    private func randomBlock(depth: Int, using random: inout SeededNumbers) -> Block {
        var block: Block
        switch Int.random(in: 0..<(depth > 0 ? 4 : 2), using: &random) {
        case 0: block = Block("text 水 📷")
        case 1:
            let least = Size(columns: .random(in: 1...40, using: &random), rows: .random(in: 1...9, using: &random))
            block = Block(Fill(letter: "f", least: least))
        case let kind:
            let blocks = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                randomBlock(depth: depth - 1, using: &random)
            }
            block = kind == 2 ? Block(Rows(blocks)) : Block(Columns(blocks))
        }
        if Bool.random(using: &random) { block = block.titled("Title") }
        if Int.random(in: 0..<4, using: &random) == 0 {
            block = block.width(.fixed(.random(in: 1...30, using: &random)))
        }
        if Int.random(in: 0..<4, using: &random) == 0 { block = block.height(.share(2, min: 2)) }
        return block.priority(.random(in: 1...9, using: &random))
    }
}
