import Dispatch
import Signals
import XCTest

@testable import SignalsStore

final class ColumnsOfKeyPathsTests: XCTestCase {
    // Key paths with a subscript: each is an instance of its own.
    private let keyPaths = (0..<200).map { \[Int].[$0] as AnyKeyPath }

    func testAKeyPathIsResolvedOnce() {
        let columns = ColumnsOfKeyPaths()
        XCTAssertEqual(columns.column(of: keyPaths[0]) { _ in 7 }, 7)
        XCTAssertEqual(
            columns.column(of: keyPaths[0]) { _ in
                XCTFail("resolved again")
                return nil
            }, 7)
    }

    func testAKeyPathWithoutAColumnIsLookedUpAgain() {
        let columns = ColumnsOfKeyPaths()
        XCTAssertNil(columns.column(of: keyPaths[0]) { _ in nil })
        XCTAssertEqual(columns.column(of: keyPaths[0]) { _ in 3 }, 3)
    }

    func testMoreKeyPathsThanAreKeptHaveTheirColumnsStill() {
        let columns = ColumnsOfKeyPaths()
        for _ in 0..<3 {
            for (number, keyPath) in keyPaths.enumerated() {
                XCTAssertEqual(columns.column(of: keyPath) { _ in number }, number)
            }
        }
    }

    func testThreadsThatAskAtOnceAgree() {
        let columns = ColumnsOfKeyPaths()
        let wrong = Locked(0)
        // SAFETY: these key paths have no subscript, whose argument might not be Sendable.
        nonisolated(unsafe) let keyPaths = keyPaths
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for step in 0..<2_000 {
                let number = (step &* 31 &+ thread) % keyPaths.count
                if columns.column(of: keyPaths[number], { _ in number }) != number { wrong.withLock { $0 += 1 } }
            }
        }
        XCTAssertEqual(wrong.withLock { $0 }, 0)
    }

    func testAKeyPathIsKeptAsLongAsItsColumn() {
        let columns = ColumnsOfKeyPaths()
        weak var kept: AnyKeyPath?
        do {
            let keyPath: AnyKeyPath = \[Int].[1_000]
            kept = keyPath
            _ = columns.column(of: keyPath) { _ in 1 }
        }
        XCTAssertNotNil(kept)
    }
}
