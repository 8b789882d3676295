import Foundation
import SignalsStore
import XCTest

/// Attributes that begin as nil without saying so.
private final class Voucher: ManagedObject {
    @Attribute(.unique, .renamed(from: "number")) var code: Int?
    @Attribute([.indexed]) var owner: String?
}

final class AttributeTests: XCTestCase {
    /// Saves an object that `change` has changed, opens the file again, and hands the stored object to `check`.
    private func roundTrip(_ change: (Everything) -> Void, _ check: (Everything) throws -> Void) throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let model = ManagedObjectModel(Everything.self)
        let container = try openContainer(at: url, model)
        let id = try container.inBackground { context in
            let object = Everything(context: context)
            change(object)
            try context.save()
            return object.objectID
        }
        container.close()
        let reopened = try openContainer(at: url, model)
        try reopened.inBackground { try check(try $0.existingObject(with: id)) }
        reopened.close()
    }

    private func assertRoundTrips<Value: Equatable>(
        _ keyPath: ReferenceWritableKeyPath<Everything, Value>, _ values: [Value], line: UInt = #line
    ) throws {
        for value in values {
            try roundTrip({ $0[keyPath: keyPath] = value }) { XCTAssertEqual($0[keyPath: keyPath], value, line: line) }
        }
    }

    func testDefaultsAreStored() throws {
        try roundTrip({ _ in }) { object in
            XCTAssertEqual(object.frequency, .weeks)
            XCTAssertEqual(object.url.absoluteString, "https://example.com")
            XCTAssertNil(object.optionalInt)
            XCTAssertEqual(object.address, Address())
        }
    }

    func testIntegersKeepTheirExtremes() throws {
        try assertRoundTrips(\.int, [.min, .max, -1])
        try assertRoundTrips(\.int8, [.min, .max])
        try assertRoundTrips(\.int16, [.min, .max])
        try assertRoundTrips(\.int32, [.min, .max])
        try assertRoundTrips(\.int64, [.min, .max])
        try assertRoundTrips(\.uint, [.max, UInt(Int.max) + 1])
        try assertRoundTrips(\.uint8, [.max])
        try assertRoundTrips(\.uint16, [.max])
        try assertRoundTrips(\.uint32, [.max])
        try assertRoundTrips(\.uint64, [.max, UInt64(Int64.max), UInt64(Int64.max) + 1])
    }

    func testDoublesKeepEveryBit() throws {
        let numbers: [Double] = [
            0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1 + 0.2, .nan, 1e18, 3,
        ]
        for number in numbers {
            try roundTrip({ $0.double = number }) { XCTAssertEqual($0.double.bitPattern, number.bitPattern) }
        }
    }

    func testFloatsKeepEveryBit() throws {
        let numbers: [Float] = [-0.0, .infinity, 0.1, .nan, .leastNonzeroMagnitude, 16_777_216]
        for number in numbers {
            try roundTrip({ $0.float = number }) { XCTAssertEqual($0.float.bitPattern, number.bitPattern) }
        }
    }

    func testNaNIsKeptAsNaNWithoutItsBits() throws {
        for number in [.signalingNaN, Double(nan: 42, signaling: false), -.nan] {
            try roundTrip({ $0.double = number }) { XCTAssertEqual($0.double.bitPattern, Double.nan.bitPattern) }
        }
        for number in [.signalingNaN, Float(nan: 42, signaling: false), -.nan] {
            try roundTrip({ $0.float = number }) { XCTAssertEqual($0.float.bitPattern, Float.nan.bitPattern) }
        }
    }

    func testTextsKeepNULEmojiAndTheirSpelling() throws {
        let texts = [
            "", "\0", "a\0b", "👩‍👩‍👧‍👦", "e\u{301}", "\u{e9}", "a\r\nb", "'; DROP TABLE Everything; --", "\u{10FFFF}",
        ]
        for text in texts {
            try roundTrip({ $0.string = text }) { XCTAssertEqual(Array($0.string.utf8), Array(text.utf8)) }
        }
    }

    func testDatesBefore1970AndAfter9999AreKept() throws {
        try assertRoundTrips(
            \.date,
            [
                .distantPast, .distantFuture, Date(timeIntervalSince1970: -1.25), Date(timeIntervalSince1970: 1e12),
                Date(timeIntervalSinceReferenceDate: 0.1),
            ])
    }

    func testDecimalsAreLossless() throws {
        let texts = ["0", "-0.1", "1.10", "12345678901234567890123456789012345678", "-1e-100", "5e100"]
        try assertRoundTrips(\.decimal, texts.compactMap { Decimal(string: $0) })
        try roundTrip({ $0.decimal = .nan }) { XCTAssertTrue($0.decimal.isNaN) }
    }

    func testBytesIdentifiersAndAddressesAreKept() throws {
        try assertRoundTrips(\.data, [Data(), Data([0, 1, 255])])
        try assertRoundTrips(\.uuid, [UUID()])
        try assertRoundTrips(
            \.url,
            [
                URL(string: "file:///tmp/a%20b")!, URL(string: "x", relativeTo: URL(string: "https://example.com/a/"))!,
                URL(string: "mailto:a@b.c?subject=%0A")!,
            ])
    }

    func testEnumsStructsAndCollectionsAreKept() throws {
        try assertRoundTrips(\.frequency, [.days, .months])
        try assertRoundTrips(\.address, [Address(street: "Main / \"Street\"", number: -1, moved: .distantPast)])
        try assertRoundTrips(\.tags, [["a", "b\0", ""], []])
    }

    func testOptionalsKeepNilAndTheirValues() throws {
        try assertRoundTrips(\.optionalInt, [nil, 0, .min])
        try assertRoundTrips(\.optionalDouble, [nil, 0, .infinity])
        try assertRoundTrips(\.optionalString, [nil, "", "x"])
        try assertRoundTrips(\.optionalDate, [nil, .distantPast])
        try assertRoundTrips(\.optionalFrequency, [nil, .days])
        try assertRoundTrips(\.optionalAddress, [nil, Address(street: "a")])
    }

    func testAnAttributeWithOptionsBeginsAsNil() throws {
        try makeContainer(ManagedObjectModel(Voucher.self)).inBackground { context in
            let vouchers = [Voucher(context: context), Voucher(context: context)]
            vouchers[1].code = 7
            try context.save()
            let found = try context.fetch(FetchRequest<Voucher>(predicate: #Predicate { $0.code == 7 }))
            XCTAssertEqual(found, [vouchers[1]])
            XCTAssertNil(vouchers[0].code)
            XCTAssertNil(vouchers[0].owner)
        }
    }

    func testAUniqueAttributeIgnoresNil() throws {
        try makeContainer(ManagedObjectModel(Ticket.self)).inBackground { context in
            _ = (Ticket(context: context), Ticket(context: context))
            try context.save()
            XCTAssertEqual(try context.count(for: FetchRequest<Ticket>()), 2)
        }
    }

    func testAnEnumCaseThatNoLongerExistsIsAnErrorAtTheFetch() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let ids = try container.addChores("Dust")
        container.close()
        try SQLiteShell.run("UPDATE Chore SET frequency = 77", at: url)
        let reopened = try openContainer(at: url)
        try reopened.inBackground { context in
            XCTAssertThrowsError(try context.fetch(FetchRequest<Chore>())) { error in
                guard case FetchError.refusedValue("Chore", "frequency", let id, .integer(77)) = error else {
                    return XCTFail("\(error)")
                }
                XCTAssertEqual(id, AnyManagedObjectID(ids[0]))
            }
            XCTAssertFalse(context.hasChanges)
        }
        reopened.close()
    }
}
