import Foundation
import Signals
import SignalsStore
import Synchronization
import XCTest

private class Vehicle: ManagedObject { @Attribute var name = "" }
private final class Bicycle: Vehicle {}
private class Rider: ManagedObject {
    @Relationship var vehicle: Vehicle?
    @Relationship var garage: Set<Vehicle> = []
}
private final class Racer: Rider {}
private class Coupon: ManagedObject {
    @Attribute(.unique) var code: String?
    @Attribute var row: Int?
    @Attribute var place: Int?
    override class var uniquenessConstraints: [[AnyKeyPath]] { [[\Coupon.row, \Coupon.place]] }
}
private final class DayCoupon: Coupon {}
private final class SeasonCoupon: Coupon {}

final class IntegrityCheckTests: XCTestCase {
    private func check(_ container: PersistentContainer) throws -> [IntegrityFinding] {
        let result = Mutex<Result<[IntegrityFinding], any Error>?>(nil)
        let done = expectation(description: "checked")
        let watch = container.integrityCheck().sink(
            receiveCompletion: { completion in
                if case .failure(let error) = completion { result.withLock { $0 = .failure(error) } }
                done.fulfill()
            }, receiveValue: { findings in result.withLock { $0 = .success(findings) } })
        wait(for: [done], timeout: 60)
        withExtendedLifetime(watch) {}
        return try result.withLock { try XCTUnwrap($0).get() }
    }

    func testAStoreInOrderHasNoFindings() throws {
        let container = try makeContainer()
        try container.addChores("Dust", "Mow", "é\u{0}🧹")
        XCTAssertEqual(try check(container), [])
    }

    func testAValueThatTheTypeRefusesIsFoundWithItsObject() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        defer { container.close() }
        let ids = try container.addChores("Dust", "Mow")
        try SQLiteShell.run("UPDATE Chore SET frequency = 77 WHERE name = 'Mow'", at: url)
        let findings = try check(container)
        XCTAssertEqual(
            findings,
            [
                .refusedValue(
                    entityName: "Chore", attributeName: "frequency", objectID: AnyManagedObjectID(ids[1]),
                    value: .integer(77))
            ])
        XCTAssertEqual(
            findings.first?.description, "Chore/2 has 77 as Chore.frequency, which its type does not accept.")
    }

    func testAnObjectWhoseNumberIsGivenAgainIsFound() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        defer { container.close() }
        let ids = try container.addChores("Dust")
        try SQLiteShell.run("UPDATE signals_metadata SET value = 1 WHERE key = 'nextNumber'", at: url)
        XCTAssertEqual(try check(container), [.numberNotReserved(AnyManagedObjectID(ids[0]))])
    }

    func testReferencesToMissingObjectsAreFound() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url, makeHousehold())
        defer { container.close() }
        let ids = try container.inBackground { context in
            let ada = Member("Ada", in: context)
            let bob = Member("Bob", in: context)
            let dust = Job("Dust", in: context)
            dust.assignee = ada
            ada.friends = [bob]
            let club = Club("Chess", in: context)
            club.members = [ada, bob]
            try context.save()
            return [ada.objectID, bob.objectID].map { AnyManagedObjectID($0) } + [
                AnyManagedObjectID(dust.objectID), AnyManagedObjectID(club.objectID),
            ]
        }
        XCTAssertEqual(try check(container), [])
        // Behind the library's back.
        try SQLiteShell.run("DELETE FROM Member WHERE name = 'Ada'", at: url)
        let findings = try check(container)
        XCTAssertEqual(
            Set(findings),
            [
                .danglingReference(
                    entityName: "Job", relationshipName: "assignee", objectID: ids[2], targetID: ids[0]),
                .danglingReference(
                    entityName: "Club", relationshipName: "members", objectID: ids[3], targetID: ids[0]),
                .orphanedLink(
                    entityName: "Member", relationshipName: "friends", objectID: ids[0], targetID: ids[1]),
            ])
        XCTAssertEqual(findings.count, 3)
        XCTAssertEqual(
            Set(findings.map(\.description)),
            [
                "Job.assignee of \(ids[2]) refers to \(ids[0]), which is not in the store.",
                "Club.members of \(ids[3]) refers to \(ids[0]), which is not in the store.",
                "Member.friends leads from \(ids[0]), which is not in the store, to \(ids[1]).",
            ])
    }

    func testUniqueValuesThatTwoClassesShareAreFound() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(
            at: url, ManagedObjectModel(Coupon.self, DayCoupon.self, SeasonCoupon.self))
        defer { container.close() }
        let ids = try container.inBackground { context in
            let (any, day) = (Coupon(context: context), DayCoupon(context: context))
            let season = SeasonCoupon(context: context)
            for (number, coupon) in [any, day, season].enumerated() { (coupon.code, coupon.row) = ("\(number)", 1) }
            try context.save()
            return [AnyManagedObjectID(any.objectID), AnyManagedObjectID(day.objectID)]
                + [AnyManagedObjectID(season.objectID)]
        }
        XCTAssertEqual(try check(container), [])
        // Behind the library's back.
        try SQLiteShell.run("UPDATE Coupon SET place = 1", at: url)
        try SQLiteShell.run("UPDATE SeasonCoupon SET place = 1, code = '1'", at: url)
        let findings = try check(container)
        XCTAssertEqual(
            Set(findings),
            [
                .sharedUniqueValue(
                    entityName: "DayCoupon", attributeName: "code", objectID: ids[1], otherID: ids[2]),
                .sharedUniqueValue(
                    entityName: "Coupon", attributeName: "row, place", objectID: ids[0], otherID: ids[2]),
            ])
        XCTAssertEqual(findings.count, 2)
        XCTAssertEqual(
            Set(findings.map(\.description)),
            [
                "DayCoupon.code of \(ids[1]) is unique, and \(ids[2]) has the same.",
                "Coupon.row, place of \(ids[0]) is unique, and \(ids[2]) has the same.",
            ])
    }

    func testEndsOfAOneToOneThatDisagreeAreFound() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url, makeHousehold())
        defer { container.close() }
        let ids = try container.inBackground { context in
            let (ada, bob) = (Member("Ada", in: context), Member("Bob", in: context))
            let (oak, pine) = (Desk("oak", in: context), Desk("pine", in: context))
            (oak.owner, pine.owner) = (ada, bob)
            try context.save()
            return [ada.objectID, bob.objectID].map { AnyManagedObjectID($0) }
                + [oak.objectID, pine.objectID].map { AnyManagedObjectID($0) }
        }
        XCTAssertEqual(try check(container), [])
        // Behind the library's back.
        try SQLiteShell.run("UPDATE Desk SET owner = NULL WHERE name = 'oak'", at: url)
        let findings = try check(container)
        XCTAssertEqual(
            findings,
            [.disagreeingEnds(entityName: "Member", relationshipName: "desk", objectID: ids[0], targetID: ids[2])])
        XCTAssertEqual(
            findings.first?.description, "Member.desk of \(ids[0]) refers to \(ids[2]), which does not refer back.")
    }

    func testAReferenceToAnObjectOfASubclassIsInOrder() throws {
        let container = try makeContainer(ManagedObjectModel(Vehicle.self, Bicycle.self, Rider.self, Racer.self))
        try container.inBackground { context in
            let rider = Rider(context: context)
            rider.vehicle = Bicycle(context: context)
            rider.garage = [Bicycle(context: context), Vehicle(context: context)]
            Racer(context: context).garage = [Bicycle(context: context)]
            try context.save()
        }
        XCTAssertEqual(try check(container), [])
    }

    func testDamageIsFound() throws {
        let folder = try makeFolder()
        let url = folder.appending(path: "store.sqlite")
        let first = try openContainer(at: url)
        try first.inBackground { context in
            for number in 0..<3000 { Chore(context: context).name = "chore \(number)" }
            try context.save()
        }
        first.close()
        var bytes = try Data(contentsOf: url)
        // The last pages hold rows and index entries; what they begin with is their shape.
        for page in (bytes.count / 4096 - 12)..<(bytes.count / 4096) {
            bytes.replaceSubrange(page * 4096..<page * 4096 + 64, with: Data(repeating: 0x5A, count: 64))
        }
        try bytes.write(to: url)
        let damaged = try openContainer(at: url)
        defer { damaged.close() }
        let findings = try check(damaged)
        XCTAssertFalse(findings.isEmpty)
        for finding in findings {
            guard case .damage = finding else { return XCTFail("\(finding)") }
        }
    }

    func testAClosedContainerIsNotChecked() throws {
        let container = try makeContainer()
        container.close()
        XCTAssertThrowsError(try check(container)) { error in
            guard case StoreError.closed = error else { return XCTFail("\(error)") }
        }
    }
}
