import Foundation
import SignalsStore
import XCTest

private class Seat: ManagedObject {
    @Attribute var row = 0
    @Attribute var number = 0
    @Attribute(.unique) var code: String? = nil
    override class var uniquenessConstraints: [[AnyKeyPath]] { [[\Seat.row, \Seat.number]] }
}
private final class BoxSeat: Seat { @Attribute var price = 0 }

private class Token: ManagedObject {
    @Attribute(.unique) var number: Int?
    @Attribute(.unique) var text: String?
    @Attribute(.unique) var price: Decimal?
    @Attribute(.unique) var weight: Double?
    @Attribute var first: Int?
    @Attribute var second: Int?
    @Attribute var uses = 0
    override class var uniquenessConstraints: [[AnyKeyPath]] { [[\Token.first, \Token.second]] }
}
private final class Medal: Token {}

/// What is unique in a class is so in its subclasses too.
final class UniqueInFamilyTests: XCTestCase {
    func testConstraintsHoldAcrossAClassAndItsSubclasses() throws {
        let container = try makeContainer(ManagedObjectModel(Seat.self, BoxSeat.self))
        try container.inBackground { context in
            Seat(context: context).row = 1
            try context.save()
            BoxSeat(context: context).row = 1
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                XCTAssertEqual((error as? SaveError)?.attributeName, "row, number")
            }
        }
    }

    func testABatchUpdateKeepsUniqueValuesAcrossAClassAndItsSubclasses() throws {
        let container = try makeContainer(ManagedObjectModel(Seat.self, BoxSeat.self))
        try container.inBackground { context in
            Seat(context: context).code = "x"
            let box = BoxSeat(context: context)
            box.code = "z"
            box.row = 2
            try context.save()
            XCTAssertThrowsError(
                try context.execute(
                    BatchUpdateRequest<Seat>(predicate: #Predicate { $0.code != nil }).setting(\.code, to: "y")))
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Seat>()).compactMap(\.code).sorted(), ["x", "z"])
        }
    }

    private let hereSide: [MergePolicy] = [.mergeByPropertyObjectTrump, .overwrite]

    private let attributes: [(names: String, give: @Sendable (Token, Int) -> Void)] = [
        ("number", { $0.number = $1 }), ("text", { $0.text = "Nr. \($1)" }), ("price", { $0.price = Decimal($1) / 4 }),
        ("weight", { $0.weight = Double($1) / 4 }), ("first, second", { ($0.first, $0.second) = (1, $1) }),
    ]

    /// Requires that a save fails because another object has the value.
    private func requireTaken(
        _ names: String, by owner: AnyManagedObjectID, _ body: () throws -> Void, line: UInt = #line
    ) {
        XCTAssertThrowsError(try body(), line: line) { error in
            let error = error as? SaveError
            guard case .valueTaken(_, owner)? = error?.reason else { return XCTFail("\(error as Any)", line: line) }
            XCTAssertEqual(error?.attributeName, names, line: line)
        }
    }

    func testARowThatIsStoredAgainIsComparedWithOtherClasses() throws {
        let classes: [(Token.Type, Token.Type)] = [(Token.self, Medal.self), (Medal.self, Token.self)]
        for (type, other) in classes {
            for (names, give) in attributes {
                for policy in hereSide {
                    let container = try makeContainer(ManagedObjectModel(Token.self, Medal.self))
                    let id = try container.inBackground { context in
                        let token = type.init(context: context)
                        give(token, 1)
                        try context.save()
                        return token.objectID
                    }
                    try container.inBackground { context in
                        context.mergePolicy = policy
                        try context.existingObject(with: id).uses = 9
                        try container.inBackground { others in
                            others.delete(try others.existingObject(with: id))
                            try others.save()
                        }
                        let owner = try container.inBackground { others in
                            let taker = other.init(context: others)
                            give(taker, 1)
                            try others.save()
                            return AnyManagedObjectID(taker.objectID)
                        }
                        requireTaken(names, by: owner) { try context.save() }
                    }
                    XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Token>()) }, 1)
                }
            }
        }
    }

    func testAnOverwrittenRowIsComparedWithOtherClasses() throws {
        for (names, give) in attributes {
            let container = try makeContainer(ManagedObjectModel(Token.self, Medal.self))
            try container.inBackground { context in
                context.mergePolicy = .overwrite
                let token = Token(context: context)
                give(token, 1)
                try context.save()
                token.uses = 9
                let owner = try container.inBackground { others in
                    let stored = try others.fetch(FetchRequest<Token>())[0]
                    stored.uses = 5
                    give(stored, 2)
                    let taker = Medal(context: others)
                    give(taker, 1)
                    try others.save()
                    return AnyManagedObjectID(taker.objectID)
                }
                // It would get the value back that it was not given here.
                requireTaken(names, by: owner) { try context.save() }
            }
        }
    }
}
