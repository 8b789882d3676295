import Foundation
import SignalsStore
import XCTest

private final class Gauge: ManagedObject {
    @Attribute var double = 0.0
    @Attribute var float: Float = 0
    @Attribute var date = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute(.unique) var only: Double?
    @Attribute var place = 0
}

/// All NaN are one value, whatever their bits.
final class NotANumberTests: XCTestCase {
    private let doubles = [-Double.nan, 1, Double(nan: 7, signaling: false), .nan, -1, Double.signalingNaN]
    private let floats = [-Float.nan, 1, Float(nan: 7, signaling: false), .nan, -1, Float.signalingNaN]

    /// Runs a test with gauges of these values, stored and pending.
    private func eachWay(_ test: (ManagedObjectContext, String) throws -> Void) throws {
        for isSaved in [true, false] {
            try makeContainer(ManagedObjectModel(Gauge.self)).inBackground { context in
                for index in doubles.indices {
                    let gauge = Gauge(context: context)
                    (gauge.double, gauge.float, gauge.place) = (doubles[index], floats[index], index)
                    gauge.date = Date(timeIntervalSinceReferenceDate: doubles[index])
                }
                if isSaved { try context.save() }
                try test(context, isSaved ? "saved" : "pending")
            }
        }
    }

    func testTheyAreEqualInAnOrderAndComeLast() throws {
        try eachWay { context, way in
            for isAscending in [true, false] {
                let order = isAscending ? SortOrder.forward : .reverse
                let places = isAscending ? [4, 1, 0, 2, 3, 5] : [0, 2, 3, 5, 1, 4]
                for descriptor in [
                    SortDescriptor(\Gauge.double, order: order), SortDescriptor(\Gauge.float, order: order),
                    SortDescriptor(\Gauge.date, order: order),
                ] {
                    XCTAssertEqual(
                        try context.fetch(FetchRequest<Gauge>(sortBy: [descriptor])).map(\.place), places, way)
                }
            }
        }
    }

    func testTheyAreOneOfTheDistinctResults() throws {
        try eachWay { context, way in
            var request = FetchRequest<Gauge>(sortBy: [SortDescriptor(\.double)])
            request.returnsDistinctResults = true
            XCTAssertEqual(try context.values(\.double, of: request).map { "\($0)" }, ["-1.0", "1.0", "nan"], way)
            request.sortDescriptors = [SortDescriptor(\.float)]
            XCTAssertEqual(try context.values(\.float, of: request).count, 3, way)
            request.sortDescriptors = [SortDescriptor(\.date)]
            XCTAssertEqual(try context.values(\.date, of: request).count, 3, way)
            XCTAssertEqual(
                try context.groups(of: FetchRequest<Gauge>(), by: \.double, computing: .countDistinct(of: \.float)).map(
                    \.1), [1, 1, 1], way)
        }
    }

    func testTheyAreOneGroup() throws {
        try eachWay { context, way in
            let all = FetchRequest<Gauge>()
            XCTAssertEqual(try context.groups(of: all, by: \.double, computing: .count).map(\.1), [1, 1, 4], way)
            XCTAssertEqual(try context.groups(of: all, by: \.float, computing: .count).map(\.1), [1, 1, 4], way)
            XCTAssertEqual(try context.groups(of: all, by: \.date, computing: .count).map(\.1), [1, 1, 4], way)
        }
    }

    func testTheyAreOneUniqueValue() throws {
        let container = try makeContainer(ManagedObjectModel(Gauge.self))
        try container.inBackground { context in
            Gauge(context: context).only = -Double.nan
            try context.save()
            Gauge(context: context).only = Double(nan: 7, signaling: false)
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken("NaN", _?)? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
    }

    func testComputedOnesAreTheSame() throws {
        let container = try makeContainer(ManagedObjectModel(Gauge.self))
        try container.inBackground { context in
            for place in 0..<2 { Gauge(context: context).place = place }
            try context.save()
            let infinity = Double.infinity
            try context.execute(
                BatchUpdateRequest<Gauge>(predicate: #Predicate { $0.place == 0 })
                    .setting(\.double, to: #Expression { $0.double * infinity }))
            try context.execute(
                BatchUpdateRequest<Gauge>(predicate: #Predicate { $0.place == 1 }).setting(\.double, to: .nan))
            XCTAssertEqual(
                try context.groups(of: FetchRequest<Gauge>(), by: \.double, computing: .count).map(\.1), [2])
        }
    }
}
