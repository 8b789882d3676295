import Foundation
import Testing

@testable import SignalsStore

@Suite struct AccumulatorTests {
    private func result(
        _ kind: Aggregation.Kind, _ type: AttributeType, _ values: [StoredValue]
    ) throws -> StoredValue {
        var accumulator = Accumulator(kind, type)
        for value in values { try accumulator.add(value) }
        return try accumulator.result()
    }

    @Test func whatOverflowsOnTheWayAndFitsAtTheEndIsExact() throws {
        let values = [Int64.max, .max, -.max, -.max, 5].map { $0.storedValue() }
        #expect(try result(.sum, .integer64, values) == .integer(5))
    }

    @Test func aSumThatDoesNotFitIsAnError() {
        #expect(throws: RowComputation.Failure.self) {
            try result(.sum, .integer64, [.integer(.max), .integer(1)])
        }
        #expect(throws: RowComputation.Failure.self) {
            try result(.sum, .unsigned64, [UInt64.max.storedValue(), .integer(1)])
        }
    }

    @Test func infinityStaysInfinite() throws {
        #expect(try result(.sum, .double, [.real(.infinity), .real(1)]) == .real(.infinity))
        let opposite = try result(.sum, .double, [.real(.infinity), .real(-.infinity)])
        #expect(try Double(storedValue: opposite).isNaN)
    }

    @Test func nothingHasNoLeastValueAndNoAverage() throws {
        #expect(try result(.minimum, .string, [.null]) == .null)
        #expect(try result(.average, .integer64, []) == .null)
        #expect(try result(.count, .string, [.null, .text("a")]) == .integer(1))
        #expect(try result(.rows, .string, [.null, .text("a")]) == .integer(2))
    }
}
