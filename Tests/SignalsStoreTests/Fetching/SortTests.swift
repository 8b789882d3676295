import Foundation
import SignalsStore
import XCTest

private enum Size: Int, Codable, Comparable, AttributeValue {
    case large, small
    static func < (left: Size, right: Size) -> Bool { left.rawValue > right.rawValue }
}

private final class Shirt: ManagedObject {
    @Attribute var size = Size.small
}

final class SortTests: XCTestCase {
    private func fetched<Value: Sendable>(
        _ values: [Value], _ keyPath: ReferenceWritableKeyPath<Everything, Value> & Sendable,
        _ descriptors: [SortDescriptor<Everything>], isPending: Bool
    ) throws -> [Value] {
        try makeContainer(ManagedObjectModel(Everything.self)).inBackground { context in
            for value in values { Everything(context: context)[keyPath: keyPath] = value }
            if !isPending { try context.save() }
            return try context.fetch(FetchRequest(sortBy: descriptors)).map { $0[keyPath: keyPath] }
        }
    }

    func testStoredAndPendingObjectsComeInTheSameOrder() throws {
        let texts = ["b", "a", "B", "é", "e\u{301}", "z", "ä", "", "ab", "a\0"]
        for order in [SortOrder.forward, .reverse] {
            let descriptors = [SortDescriptor(\Everything.string, order: order)]
            XCTAssertEqual(
                try fetched(texts, \.string, descriptors, isPending: false).map { Array($0.utf8) },
                try fetched(texts, \.string, descriptors, isPending: true).map { Array($0.utf8) })
            let lexical = [SortDescriptor(\Everything.string, comparator: .lexical, order: order)]
            XCTAssertEqual(
                try fetched(texts, \.string, lexical, isPending: false).map { Array($0.utf8) },
                try fetched(texts, \.string, lexical, isPending: true).map { Array($0.utf8) })
        }
    }

    /// Signs that Swift does not bring into a normal form, and numbers that it does not order.
    func testTextsThatSwiftOrdersOtherwiseComeInTheSameOrderWithPendingChanges() throws {
        var random = SeededGenerator(state: 4)
        let signs: [Unicode.Scalar] = [
            "a", "b", "\u{F40}", "\u{F71}", "\u{F72}", "\u{F73}", "\u{F74}", "\u{F75}", "\u{F80}", "\u{F81}", "\u{327}",
            "\u{301}",
        ]
        let texts = (0..<200).map { _ in
            var text = String.UnicodeScalarView()
            for _ in 0...Int.random(in: 0..<3, using: &random) { text.append(signs.randomElement(using: &random)!) }
            return String(text)
        }
        let descriptors = [SortDescriptor(\Everything.string)]
        XCTAssertEqual(
            try fetched(texts, \.string, descriptors, isPending: false).map { Array($0.utf8) },
            try fetched(texts, \.string, descriptors, isPending: true).map { Array($0.utf8) })
        let numbers = [3, .nan, -1, 0, .infinity, .nan, -0.0, 2]
        XCTAssertEqual(
            try fetched(numbers, \.double, [SortDescriptor(\.double)], isPending: false).map { "\($0)" },
            try fetched(numbers, \.double, [SortDescriptor(\.double)], isPending: true).map { "\($0)" })
    }

    func testNilComesFirstAndGreatIntegersLast() throws {
        for isPending in [false, true] {
            XCTAssertEqual(
                try fetched([3, nil, 1], \.optionalInt, [SortDescriptor(\.optionalInt)], isPending: isPending),
                [nil, 1, 3])
            let great: [UInt64] = [.max, 0, UInt64(Int64.max) + 1, 7]
            XCTAssertEqual(
                try fetched(great, \.uint64, [SortDescriptor(\.uint64)], isPending: isPending),
                [0, 7, UInt64(Int64.max) + 1, .max])
            let decimals = ["10", "9", "-1", "0.5"].map { Decimal(string: $0)! }
            XCTAssertEqual(
                try fetched(decimals, \.decimal, [SortDescriptor(\.decimal)], isPending: isPending), decimals.sorted())
        }
    }

    func testADecimalThatIsNotANumberComesAfterEveryNumber() throws {
        let decimals: [Decimal] = [3, .nan, -1, .greatestFiniteMagnitude, .nan]
        let sorted: [Decimal] = [-1, 3, .greatestFiniteMagnitude, .nan, .nan]
        for isPending in [false, true] {
            for order in [SortOrder.forward, .reverse] {
                let descriptor = SortDescriptor(\Everything.decimal, order: order)
                XCTAssertEqual(
                    try fetched(decimals, \.decimal, [descriptor], isPending: isPending),
                    order == .forward ? sorted : sorted.reversed())
            }
            try makeContainer(ManagedObjectModel(Everything.self)).inBackground { context in
                for decimal in decimals { Everything(context: context).decimal = decimal }
                if !isPending { try context.save() }
                let groups = try context.groups(of: FetchRequest<Everything>(), by: \.decimal, computing: .count)
                XCTAssertEqual(groups.map(\.0), sorted.dropLast())
                XCTAssertEqual(groups.map(\.1), [1, 1, 1, 2])
            }
        }
    }

    func testTheSecondDescriptorSettlesWhatTheFirstLeavesOpen() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            for (name, minutes) in [("c", 1), ("a", 2), ("b", 1)] {
                let chore = Chore(context: context)
                chore.name = name
                chore.minutes = minutes
            }
            try context.save()
            let request = FetchRequest<Chore>(
                sortBy: [SortDescriptor(\.minutes, order: .reverse), SortDescriptor(\.name)])
            XCTAssertEqual(try context.fetch(request).map(\.name), ["a", "b", "c"])
        }
    }

    func testAnOrderThatTheStoreDoesNotKnowIsAnError() throws {
        try makeContainer(ManagedObjectModel(Shirt.self, Chore.self)).inBackground { context in
            for sort in [
                { _ = try context.fetch(FetchRequest<Shirt>(sortBy: [SortDescriptor(\.size)])) },
                { _ = try context.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.shoutedName)])) },
            ] {
                XCTAssertThrowsError(try sort()) { error in
                    guard case FetchError.unsortable = error else { return XCTFail("\(error)") }
                }
            }
        }
    }
}
