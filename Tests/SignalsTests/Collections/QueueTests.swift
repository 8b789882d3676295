import XCTest

@testable import SignalsCore

final class QueueTests: XCTestCase {
    func testGivesBackWhatCameFirst() {
        var queue = Queue<Int>()
        var model: [Int] = []
        for step in 0..<2000 {
            queue.append(step)
            model.append(step)
            if step % 3 != 0 { XCTAssertEqual(queue.popFirst(), model.removeFirst()) }
        }
        XCTAssertEqual(queue.count, model.count)
        while let element = queue.popFirst() { XCTAssertEqual(element, model.removeFirst()) }
        XCTAssertTrue(queue.isEmpty && model.isEmpty)
        XCTAssertNil(queue.popFirst())
    }

    func testIsLookedThroughFromTheFirstOn() {
        var queue = Queue<Int>()
        for element in 0..<5 { queue.append(element) }
        _ = queue.popFirst()
        var seen: [Int] = []
        queue.forEach { seen.append($0) }
        XCTAssertEqual(seen, [1, 2, 3, 4])
        XCTAssertEqual(queue.count, 4)
    }

    func testLetsGoOfWhatIsTakenOut() {
        final class Payload {}
        var queue = Queue<Payload>()
        weak var weakPayload: Payload?
        do {
            let payload = Payload()
            weakPayload = payload
            queue.append(payload)
            queue.append(Payload())
            _ = queue.popFirst()
        }
        XCTAssertNil(weakPayload)
        XCTAssertEqual(queue.count, 1)
    }
}
