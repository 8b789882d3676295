import Foundation
import Signals
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

final class IntegrityCheckTests: XCTestCase {
    private let model = ManagedObjectModel(Shelf.self, Pot.self, Bowl.self)

    private func check(_ container: PersistentContainer) throws -> [IntegrityFinding] {
        let result = Locked<Result<[IntegrityFinding], any Error>?>(nil)
        let done = expectation(description: "checked")
        let watch = container.integrityCheck().sink { end in
            if case .failure(let error) = end { result.withLock { $0 = .failure(error) } }
            done.fulfill()
        } receiveValue: { findings in
            result.withLock { $0 = .success(findings) }
        }
        wait(for: [done], timeout: 60)
        withExtendedLifetime(watch) {}
        return try result.withLock { try XCTUnwrap($0).get() }
    }

    /// A shelf with a pot and a bowl, and their IDs.
    private func makeShelf(_ container: PersistentContainer) throws -> [AnyManagedObjectID] {
        try container.inBackground { context in
            let (shelf, pot, bowl) = (Shelf(context: context), Pot(context: context), Bowl(context: context))
            shelf.name = "e\u{301}\0🧹"
            shelf.pots = [pot, bowl]
            shelf.front = bowl
            try context.save()
            return [
                AnyManagedObjectID(shelf.objectID), AnyManagedObjectID(pot.objectID), AnyManagedObjectID(bowl.objectID),
            ]
        }
    }

    func testAStoreInOrderHasNoFindings() throws {
        let container = try openContainer(newSchema(), model)
        _ = try makeShelf(container)
        XCTAssertEqual(try check(container), [])
    }

    func testRowsThatOthersWroteToTheTablesAreFoundWithTheirObject() throws {
        let schema = newSchema()
        let container = try openContainer(schema, model)
        let ids = try makeShelf(container)
        try TestServer.execute(
            "UPDATE \"\(schema)\".\"Shelf\" SET light = 77, signals_exact = NULL, name = U&'e\\0301'",
            "DELETE FROM \"\(schema)\".\"Bowl\"", "UPDATE \"\(schema)\".signals_numbers SET next = \(ids[1].number)")
        let findings = try check(container)
        XCTAssertEqual(
            Set(findings),
            [
                .refusedValue(
                    entityName: "Shelf", attributeName: "light", objectID: ids[0], value: .integer(77)),
                .textNotInNormalForm(entityName: "Shelf", attributeName: "name", objectID: ids[0]),
                .numberNotReserved(ids[1]),
                .danglingReference(
                    entityName: "Shelf", relationshipName: "front", objectID: ids[0],
                    targetID: AnyManagedObjectID(entityName: "Pot", store: ids[2].store, number: ids[2].number)),
                .danglingReference(
                    entityName: "Shelf", relationshipName: "pots", objectID: ids[0],
                    targetID: AnyManagedObjectID(entityName: "Pot", store: ids[2].store, number: ids[2].number)),
            ])
    }

    func testEndsOfAOneToOneThatDisagreeAreFound() throws {
        let schema = newSchema()
        let container = try openContainer(schema, ManagedObjectModel(Lid.self, Jar.self))
        let ids = try container.inBackground { context in
            let (lid, jar) = (Lid(context: context), Jar(context: context))
            lid.jar = jar
            try context.save()
            return [AnyManagedObjectID(lid.objectID), AnyManagedObjectID(jar.objectID)]
        }
        XCTAssertEqual(try check(container), [])
        try TestServer.execute("UPDATE \"\(schema)\".\"Lid\" SET jar = NULL")
        XCTAssertEqual(
            try check(container),
            [.disagreeingEnds(entityName: "Jar", relationshipName: "lid", objectID: ids[1], targetID: ids[0])])
    }

    func testUniqueValuesThatTwoClassesShareAreFound() throws {
        let schema = newSchema()
        let container = try openContainer(schema, ManagedObjectModel(Ticket.self, DayTicket.self))
        let ids = try container.inBackground { context in
            let (ticket, day) = (Ticket(context: context), DayTicket(context: context))
            (ticket.code, day.code, ticket.row, day.row) = (1, 2, 1, 1)
            try context.save()
            return [AnyManagedObjectID(day.objectID), AnyManagedObjectID(ticket.objectID)]
        }
        XCTAssertEqual(try check(container), [])
        try TestServer.execute(
            "UPDATE \"\(schema)\".\"Ticket\" SET code = 2, place = 1",
            "UPDATE \"\(schema)\".\"DayTicket\" SET place = 1")
        XCTAssertEqual(
            try check(container),
            ["code", "row, place"].map {
                .sharedUniqueValue(entityName: "DayTicket", attributeName: $0, objectID: ids[0], otherID: ids[1])
            })
    }

    func testALinkWithoutItsSourceIsFound() throws {
        let schema = newSchema()
        let container = try openContainer(schema, model)
        let ids = try makeShelf(container)
        try TestServer.execute("DELETE FROM \"\(schema)\".\"Shelf\"")
        let orphans = try check(container).compactMap { finding in
            if case .orphanedLink("Shelf", "pots", ids[0], let target) = finding { target.number } else { nil }
        }
        XCTAssertEqual(Set(orphans), Set(ids.dropFirst().map(\.number)))
    }
}

private class Ticket: ManagedObject {
    @Attribute(.unique) var code: Int?
    @Attribute var row: Int?
    @Attribute var place: Int?
    override class var uniquenessConstraints: [[AnyKeyPath]] { [[\Ticket.row, \Ticket.place]] }
}

private final class DayTicket: Ticket {}

private final class Lid: ManagedObject {
    @Relationship var jar: Jar?
}

private final class Jar: ManagedObject {
    @Relationship(inverse: \Lid.jar) var lid: Lid?
}
