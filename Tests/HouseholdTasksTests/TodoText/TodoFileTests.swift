import Testing

@testable import HouseholdTasks

@Suite struct TodoFileTests {
    private func joined(_ file: TodoFile) -> String {
        file.beginning + file.entries.map { $0.line.text + $0.ending }.joined()
    }

    @Test(arguments: [
        "", "\n", "one", "one\n", "one\ntwo", "one\r\ntwo\r\n", "\n\n one \n\n\t\ntwo\n\n", "\u{FEFF}one\n",
        "\u{FEFF}\n\r\none",
        "one\n   ", "Zoë 📷\nCafe\u{301}\n", "odd   spacing\t here  \n", "one\r\r\ntwo", "a\u{2028}b\n",
    ])
    func nothingOfAFileIsLost(text: String) throws {
        let read = joined(try TodoFile(Array(text.utf8)))
        #expect(Array(read.utf8) == Array(text.utf8))
    }

    @Test func linesAreNumberedAndEmptyOnesAreNothing() throws {
        let file = try TodoFile(Array("\n\none\r\n \t \ntwo".utf8))
        #expect(file.entries.map(\.number) == [3, 5])
        #expect(file.entries.map(\.line.text) == ["one", "two"])
        #expect(file.entries.map(\.ending) == ["\r\n \t \n", ""])
        #expect(file.beginning == "\n\n")
    }

    @Test(arguments: [([0x61, 0x0A, 0xFF, 0x0A], 2), ([0xC3], 1), ([0x61, 0x0A, 0x0A, 0xED, 0xA0, 0x80], 3)])
    func bytesThatAreNotUTF8SayOnWhichLine(bytes: [UInt8], line: Int) {
        #expect(throws: TodoFileError.notText(line: line)) { try TodoFile(bytes) }
    }
}
