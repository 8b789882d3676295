import Foundation
import SignalsStore
import XCTest

@testable import SignalsPostgres

final class ValueTests: XCTestCase {
    func testEachValueComesBackWithAllItsBitsButThoseOfNaN() throws {
        let schema = newSchema()
        let doubles = [
            0.0, -0.0, .leastNonzeroMagnitude, .infinity, -.infinity, Double(bitPattern: 0x7FF8_0000_0000_1234),
            Double(bitPattern: 0xFFF0_0000_0000_0001),
        ]
        let texts = ["", "a\0b", "\u{1}\u{2}", "e\u{301}", "é", "\r\n", "🪴", "\u{F73}\u{F71}"]
        let decimals = ["0", "-0.001", "12345678901234567890123456789012345678", "1.50", "10000", "NaN"]
        let seeds = [0, UInt64.max, UInt64(Int64.max), UInt64(Int64.max) + 1]
        let container = try openContainer(schema)
        let ids = try container.inBackground { context in
            let plants = (0..<8).map { index in
                let plant = Plant(context: context)
                plant.name = "\(index)"
                plant.height = doubles[index % doubles.count]
                plant.notes = texts[index % texts.count]
                plant.price = Decimal(string: decimals[index % decimals.count]) ?? .nan
                plant.seeds = seeds[index % seeds.count]
                plant.photo = Data([0, 255, 1])
                plant.planted = Date(timeIntervalSinceReferenceDate: doubles[index % doubles.count])
                return plant
            }
            try context.save()
            return plants.map(\.objectID)
        }
        try openContainer(schema, place: 1).inBackground { context in
            for (index, id) in ids.enumerated() {
                let plant = try context.existingObject(with: id)
                let given = doubles[index % doubles.count]
                let double = given.isNaN ? .nan : given
                XCTAssertEqual(plant.height.bitPattern, double.bitPattern)
                XCTAssertEqual(
                    plant.planted?.timeIntervalSinceReferenceDate.bitPattern,
                    Date(timeIntervalSinceReferenceDate: double).timeIntervalSinceReferenceDate.bitPattern)
                XCTAssertEqual(plant.notes.map { Array($0.utf8) }, Array(texts[index % texts.count].utf8))
                XCTAssertEqual(
                    "\(plant.price)", "\(Decimal(string: decimals[index % decimals.count]) ?? .nan)")
                XCTAssertEqual(plant.seeds, seeds[index % seeds.count])
                XCTAssertEqual(plant.photo, Data([0, 255, 1]))
            }
        }
    }

    func testTwoSpellingsOfATextAreOne() throws {
        let schema = newSchema()
        try openContainer(schema).addPlants("Cafe\u{301}")
        let other = try openContainer(schema, place: 1)
        let name = "Café"
        try other.inBackground { context in
            let found = try context.fetch(FetchRequest<Plant>(predicate: #Predicate { $0.name == name }))
            XCTAssertEqual(found.map { Array($0.name.utf8) }, [Array("Cafe\u{301}".utf8)])
        }
        XCTAssertThrowsError(try other.addPlants(name)) { error in
            guard case .valueTaken? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
        }
    }

    func testANumberHasTheDigitsThatTheServerPrints() throws {
        for digits in ["0", "1", "-1", "0.1", "0.0001", "10000", "123456.7890", "1.50", "-99999999.00001", "NaN"] {
            var bytes: [UInt8] = []
            XCTAssertTrue(PostgresNumeric.append(digits, to: &bytes))
            XCTAssertEqual(bytes.withUnsafeBytes(PostgresNumeric.text), digits)
            var parameters = Parameters()
            let placeholder = try XCTUnwrap(parameters.add(.text(digits), as: .decimal))
            let deadline = Deadline(after: 30)
            let connection = try PostgresConnection(PostgresAddress(TestServer.address), deadline)
            let answer = try connection.run(Statement("SELECT (\(placeholder))::text", parameters), deadline)
            XCTAssertEqual(answer.text(0, 0), digits)
        }
    }
}
