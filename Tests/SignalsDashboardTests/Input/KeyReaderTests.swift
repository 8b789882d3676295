import Foundation
import Signals
import XCTest

@testable import SignalsDashboard

final class KeyReaderTests: XCTestCase {
    private let pipe = Pipe()
    private let events = Locked<[TerminalEvent]>([])

    private func reader() -> KeyReader {
        KeyReader { [events] event in events.withLock { $0.append(event) } }
    }

    private func type(_ text: String) throws {
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    func testKeysReadTogetherAreReportedTogether() throws {
        var reader = reader()
        try type("a\u{1B}[B")
        XCTAssertTrue(reader.read(from: pipe.fileHandleForReading.fileDescriptor))
        XCTAssertEqual(events.withLock { $0 }, [.input([.key("a"), .key(.down)])])
    }

    func testALoneEscapeIsReportedWhenNothingFollows() throws {
        var reader = reader()
        try type("\u{1B}")
        XCTAssertTrue(reader.read(from: pipe.fileHandleForReading.fileDescriptor))
        XCTAssertEqual(events.withLock { $0 }, [])
        XCTAssertEqual(reader.patience, 50)
        reader.decide()
        XCTAssertEqual(events.withLock { $0 }, [.input([.key(.escape)])])
        XCTAssertEqual(reader.patience, -1)
    }

    func testAnEscapeThatWasTheBeginningOfAnArrowKeyIsNoEscape() throws {
        var reader = reader()
        for part in ["\u{1B}", "[A"] {
            try type(part)
            XCTAssertTrue(reader.read(from: pipe.fileHandleForReading.fileDescriptor))
        }
        XCTAssertEqual(events.withLock { $0 }, [.input([.key(.up)])])
    }

    func testTheEndOfTheInputIsReported() throws {
        var reader = reader()
        try pipe.fileHandleForWriting.close()
        XCTAssertFalse(reader.read(from: pipe.fileHandleForReading.fileDescriptor))
        XCTAssertEqual(events.withLock { $0 }, [.ended])
    }
}
