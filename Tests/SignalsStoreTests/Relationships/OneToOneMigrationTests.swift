import Foundation
import SignalsStore
import XCTest

private enum OfMany {
    final class Cabin: ManagedObject {
        @Attribute var name = ""
        @Relationship var guests: Set<Visitor> = []
    }
    class Visitor: ManagedObject {
        @Attribute var name = ""
        @Relationship(inverse: \Cabin.guests) var cabin: Cabin?
    }
    final class Regular: Visitor {}
    static let model = ManagedObjectModel(Cabin.self, Visitor.self, Regular.self)
}

/// Each way on its own.
private enum OneWay {
    final class Cabin: ManagedObject {
        @Attribute var name = ""
        @Relationship var visitor: Visitor?
    }
    class Visitor: ManagedObject {
        @Attribute var name = ""
        @Relationship var cabin: Cabin?
    }
    final class Regular: Visitor {}
    static let model = ManagedObjectModel(Cabin.self, Visitor.self, Regular.self)
}

private enum OfOne {
    final class Cabin: ManagedObject {
        @Attribute var name = ""
        @Relationship(.renamed(from: "visitor")) var guest: Visitor?
    }
    class Visitor: ManagedObject {
        @Attribute var name = ""
        @Relationship(inverse: \Cabin.guest) var cabin: Cabin?
    }
    final class Regular: Visitor {}
    static let model = ManagedObjectModel(Cabin.self, Visitor.self, Regular.self)
}

/// A relationship that becomes one-to-one has both ends, or is refused.
final class OneToOneMigrationTests: XCTestCase {
    private func store(
        _ model: ManagedObjectModel, _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) throws -> URL {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url, model)
        try container.inBackground { context in
            try body(context)
            try context.save()
        }
        container.close()
        return url
    }

    private func differences(_ url: URL) throws -> [String] {
        let before = try Data(contentsOf: url)
        do {
            try openContainer(at: url, OfOne.model).close()
            return []
        } catch StoreError.incompatibleModel(_, let differences) {
            XCTAssertEqual(try Data(contentsOf: url), before, "the file was changed")
            return differences
        }
    }

    private func assertPairs(_ url: URL, _ expected: [String: String]) throws {
        for _ in 0..<2 {
            let container = try openContainer(at: url, OfOne.model)
            let pairs = try container.inBackground { context in
                try context.fetch(FetchRequest<OfOne.Cabin>()).map { cabin in
                    XCTAssertTrue(cabin.guest?.cabin === cabin || cabin.guest == nil)
                    return (cabin.name, cabin.guest?.name ?? "")
                }
            }
            XCTAssertEqual(Dictionary(uniqueKeysWithValues: pairs), expected)
            let checked = expectation(description: "checked")
            let cancellable = container.integrityCheck().sink { _ in
            } receiveValue: { findings in
                XCTAssertEqual(findings.map(\.description), [])
                checked.fulfill()
            }
            wait(for: [checked], timeout: 30)
            cancellable.cancel()
            container.close()
        }
    }

    func testAToManyOfOneBecomesAToOne() throws {
        let url = try store(OfMany.model) { context in
            for (name, type) in [("a", OfMany.Visitor.self), ("b", OfMany.Regular.self)] {
                let (cabin, visitor) = (OfMany.Cabin(context: context), type.init(context: context))
                (cabin.name, visitor.name, visitor.cabin) = (name, name, cabin)
            }
            OfMany.Cabin(context: context).name = "empty"
            OfMany.Visitor(context: context).name = "alone"
        }
        try assertPairs(url, ["a": "a", "b": "b", "empty": ""])
    }

    func testAToManyOfSeveralDoesNotBecomeAToOne() throws {
        let url = try store(OfMany.model) { context in
            let cabin = OfMany.Cabin(context: context)
            cabin.guests = [OfMany.Visitor(context: context), OfMany.Regular(context: context)]
        }
        let found = try XCTUnwrap(differences(url).first { $0.contains("one-to-one:") })
        XCTAssertTrue(found.contains(" refers to Cabin/"), found)
    }

    func testToOnesThatBecomeEachOthersInverseAreBothKeptWhereTheyAgree() throws {
        let url = try store(OneWay.model) { context in
            let cabins = ["both", "cabin", "visitor"].map { name in
                let cabin = OneWay.Cabin(context: context)
                cabin.name = name
                return cabin
            }
            let visitors = cabins.map { cabin in
                let visitor = OneWay.Regular(context: context)
                visitor.name = cabin.name
                return visitor
            }
            (cabins[0].visitor, visitors[0].cabin) = (visitors[0], cabins[0])
            cabins[1].visitor = visitors[1]
            visitors[2].cabin = cabins[2]
        }
        try assertPairs(url, ["both": "both", "cabin": "cabin", "visitor": "visitor"])
    }

    func testToOnesThatDisagreeDoNotBecomeEachOthersInverse() throws {
        let url = try store(OneWay.model) { context in
            let (cabin, other) = (OneWay.Cabin(context: context), OneWay.Cabin(context: context))
            let visitor = OneWay.Visitor(context: context)
            (cabin.visitor, visitor.cabin) = (visitor, other)
        }
        let found = try XCTUnwrap(differences(url).first { $0.contains("one-to-one:") })
        XCTAssertTrue(found.contains("Cabin/") && found.contains(" refers to Visitor/"), found)
    }
}
