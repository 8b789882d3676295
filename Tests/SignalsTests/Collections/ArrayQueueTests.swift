import XCTest

@testable import SignalsCore

final class ArrayQueueTests: XCTestCase {
    func testGivesBackWhatCameFirst() {
        var queue = ArrayQueue<Int>()
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

    func testLetsGoOfTheSpaceOfALongBacklog() {
        for length in [100, 129, 1000, 100_000] {
            var queue = ArrayQueue<Int>()
            for element in 0..<length { queue.append(element) }
            while queue.popFirst() != nil {}
            XCTAssertLessThanOrEqual(queue.elements.capacity, 128, "after a backlog of \(length)")
        }
    }

    func testRemovesFromTheMiddle() {
        var queue = ArrayQueue<Int>()
        for element in 0..<5 { queue.append(element) }
        XCTAssertEqual(queue.popFirst(), 0)
        XCTAssertEqual(queue.remove(at: 1), 2)
        XCTAssertEqual(queue.remove(at: 0), 1)
        XCTAssertEqual(queue.remove(at: 1), 4)
        XCTAssertEqual([queue.popFirst(), queue.popFirst()], [3, nil])
    }

    func testDropsWhatIsBeyond() {
        var queue = ArrayQueue<Int>()
        for element in 0..<5 { queue.append(element) }
        XCTAssertEqual(queue.popFirst(), 0)
        XCTAssertEqual(queue.dropSuffix(keeping: 2), [3, 4])
        XCTAssertEqual(queue.dropSuffix(keeping: 2), [])
        XCTAssertEqual([queue.popFirst(), queue.popFirst(), queue.popFirst()], [1, 2, nil])
    }
}
