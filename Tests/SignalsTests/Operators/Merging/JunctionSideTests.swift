import XCTest

@testable import SignalsCore

final class JunctionSideTests: XCTestCase {
    func testSidesAreASet() {
        var sides = JunctionSides()
        XCTAssertTrue(sides.isEmpty)
        sides.insert(0)
        sides.insert(3)
        sides.insert(3)
        XCTAssertEqual(sides.count, 2)
        XCTAssertTrue(sides.contains(3))
        XCTAssertFalse(sides.contains(1))
    }

    func testThereMayBeAnyNumberOfSides() {
        var sides = JunctionSides()
        sides.insert(7)
        sides.insert(500)
        XCTAssertTrue(sides.contains(500))
        XCTAssertEqual(sides.count, 2)
        XCTAssertTrue(sides.contains { $0 > 7 })
        XCTAssertFalse(sides.contains { $0 > 500 })
    }
}
