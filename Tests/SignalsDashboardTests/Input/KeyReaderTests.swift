import Foundation
import Signals
import XCTest

@testable import SignalsDashboard

final class KeyReaderTests: XCTestCase {
    private let pipe = Pipe()

    private func reader(_ report: @escaping @Sendable (TerminalEvent) -> Void) -> (KeyReader, DispatchQueue) {
        let queue = DispatchQueue(label: "KeyReaderTests")
        return (KeyReader(queue: queue, report: report), queue)
    }

    private func type(_ text: String) throws {
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    func testWhatIsReadTogetherIsReportedTogether() throws {
        let events = Locked<[TerminalEvent]>([])
        let (reader, queue) = reader { event in events.withLock { $0.append(event) } }
        try type("a\u{1B}[B")
        XCTAssertTrue(queue.sync { reader.read(from: pipe.fileHandleForReading.fileDescriptor) })
        XCTAssertEqual(events.withLock { $0 }, [.input([.key("a"), .key(.down)])])
    }

    func testALoneEscapeIsReportedWhenNothingFollows() throws {
        let reported = expectation(description: "Escape")
        let (reader, queue) = reader { event in if event == .input([.key(.escape)]) { reported.fulfill() } }
        try type("\u{1B}")
        XCTAssertTrue(queue.sync { reader.read(from: pipe.fileHandleForReading.fileDescriptor) })
        wait(for: [reported], timeout: 20)
    }

    func testAnEscapeThatWasTheBeginningOfAnArrowKeyIsNoEscape() throws {
        let events = Locked<[TerminalEvent]>([])
        let (reader, queue) = reader { event in events.withLock { $0.append(event) } }
        // Both reads are one turn of the queue, so that no pause comes between them however slow the machine is.
        try queue.sync {
            for part in ["\u{1B}", "[A"] {
                try type(part)
                XCTAssertTrue(reader.read(from: pipe.fileHandleForReading.fileDescriptor))
            }
        }
        XCTAssertEqual(events.withLock { $0 }, [.input([.key(.up)])])
    }

    func testTheEndOfTheInputIsReported() throws {
        let events = Locked<[TerminalEvent]>([])
        let (reader, queue) = reader { event in events.withLock { $0.append(event) } }
        try pipe.fileHandleForWriting.close()
        XCTAssertFalse(queue.sync { reader.read(from: pipe.fileHandleForReading.fileDescriptor) })
        XCTAssertEqual(events.withLock { $0 }, [.ended])
    }
}
