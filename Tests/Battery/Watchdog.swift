import XCTest

/// Runs the body on another thread, and fails if it does not end: a deadlock fails one test instead of hanging all.
package func underAWatchdog(
    file: StaticString = #filePath, line: UInt = #line, _ body: @escaping @Sendable () -> Void
) {
    let ended = XCTestExpectation(description: "the body ends")
    DispatchQueue.global().async {
        body()
        ended.fulfill()
    }
    if XCTWaiter().wait(for: [ended], timeout: 60) != .completed {
        XCTFail("deadlock: the body did not end", file: file, line: line)
    }
}
