import Foundation
import SignalsStore
import Synchronization
import XCTest

private final class Crew: ManagedObject {
    @Attribute var name = ""
    @Relationship(.required) var sailors: Set<Sailor> = []
    @Relationship(.required) var ports: Set<Port> = []
}

private final class Sailor: ManagedObject, Named {
    static let readCount = Mutex(0)

    @Attribute var name = ""
    @Relationship(inverse: \Crew.sailors) var crew: Crew?

    override func awakeFromFetch() { Self.readCount.withLock { $0 += 1 } }
}

private final class Port: ManagedObject, Named {
    @Attribute var name = ""
    @Relationship(inverse: \Crew.ports) var crews: Set<Crew> = []
}

/// A required to-many is not left empty, whoever takes its last member, and whether it was read or not.
final class RequiredMembersTests: XCTestCase {
    /// A crew with a sailor and a port, and another with two of each.
    private func makeCrews() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Crew.self, Sailor.self, Port.self))
        try container.inBackground { context in
            for (name, count) in [("a", 1), ("b", 2)] {
                let crew = Crew(context: context)
                crew.name = name
                for index in 0..<count {
                    let (sailor, port) = (Sailor(context: context), Port(context: context))
                    (sailor.name, port.name) = ("\(name)\(index)", "\(name)\(index)")
                    sailor.crew = crew
                    port.crews = [crew]
                }
            }
            try context.save()
        }
        return container
    }

    private func expect(
        missing property: String?, line: UInt = #line, _ change: (ManagedObjectContext) throws -> Void
    ) throws {
        let container = try makeCrews()
        for (isRead, isChild) in [(false, false), (true, false), (false, true)] {
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let context = isChild ? ManagedObjectContext(concurrencyType: .mainQueue, parent: parent) : parent
            let crews = isRead ? try context.fetch(FetchRequest<Crew>()) : []
            let read = crews.map { ($0.sailors, $0.ports) }
            try change(context)
            let place = "read: \(isRead), child: \(isChild)"
            if let property {
                XCTAssertThrowsError(try context.save(), place, line: line) { error in
                    let error = error as? SaveError
                    XCTAssertEqual(error.map { "\($0.reason)" }, "relationshipMissing", place, line: line)
                    XCTAssertEqual(error?.entityName, "Crew", place, line: line)
                    XCTAssertEqual(error?.attributeName, property, place, line: line)
                }
                context.rollback()
            } else {
                XCTAssertNoThrow(try context.save(), place, line: line)
                if isChild { parent.rollback() } else { return }
            }
            withExtendedLifetime(read) {}
        }
    }

    func testTheLastMemberIsNotMovedAway() throws {
        try expect(missing: "sailors") { try $0.find(Sailor.self, "a0").crew = nil }
        try expect(missing: "sailors") { context in
            try context.find(Sailor.self, "a0").crew = try context.find(Sailor.self, "b0").crew
        }
        try expect(missing: "ports") { try $0.find(Port.self, "a0").crews = [] }
        try expect(missing: nil) { try $0.find(Sailor.self, "b0").crew = nil }
        try expect(missing: nil) { try $0.find(Port.self, "b0").crews = [] }
        try expect(missing: "sailors") { context in
            for name in ["b0", "b1"] { try context.find(Sailor.self, name).crew = nil }
        }
    }

    func testTheLastMemberIsNotDeleted() throws {
        try expect(missing: "sailors") { $0.delete(try $0.find(Sailor.self, "a0")) }
        try expect(missing: "ports") { $0.delete(try $0.find(Port.self, "a0")) }
        try expect(missing: nil) { $0.delete(try $0.find(Sailor.self, "b0")) }
        try expect(missing: nil) { $0.delete(try $0.find(Port.self, "b0")) }
    }

    func testANewMemberTakesThePlaceOfTheLast() throws {
        try expect(missing: nil) { context in
            let old = try context.find(Sailor.self, "a0")
            Sailor(context: context).crew = old.crew
            context.delete(old)
        }
    }

    func testTheMembersGoWithTheirOwner() throws {
        try expect(missing: nil) { context in
            let sailor = try context.find(Sailor.self, "a0")
            if let crew = sailor.crew { context.delete(crew) }
            context.delete(sailor)
        }
    }

    func testASaveReadsNoMoreMembersThanItHasToKnow() throws {
        let container = try makeCrews()
        try container.inBackground { context in
            let crew = try XCTUnwrap(context.find(Sailor.self, "b0").crew)
            for index in 2..<50 {
                let sailor = Sailor(context: context)
                (sailor.name, sailor.crew) = ("b\(index)", crew)
            }
            try context.save()
        }
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.delete(try context.find(Sailor.self, "b7"))
        let count = Sailor.readCount.withLock { $0 }
        try context.save()
        XCTAssertEqual(Sailor.readCount.withLock { $0 }, count)
    }

    func testANewOwnerHasMembers() throws {
        try expect(missing: "sailors") { _ = Crew(context: $0) }
    }
}
