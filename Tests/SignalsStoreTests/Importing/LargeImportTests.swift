import Foundation
import SignalsStore
import XCTest

@testable import SignalsStoreCore

final class Exhibit: ManagedObject {
    @Attribute(.unique) var number = 0
    @Attribute var text = ""
    @Relationship(inverse: \Hall.exhibits) var hall: Hall?
    @Relationship(inverse: \Theme.exhibits) var themes: Set<Theme> = []
}

final class Hall: ManagedObject {
    @Attribute(.unique) var number = 0
    @Relationship var exhibits: Set<Exhibit> = []
}

final class Theme: ManagedObject {
    @Attribute(.unique) var number = 0
    @Relationship var exhibits: Set<Exhibit> = []
}

extension Exhibit: ImportableUniqueObject {
    typealias ImportSource = Int
    static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Exhibit, Int> & Sendable { \.number }
    static func uniqueID(from source: Int, in transaction: some DataTransaction) -> Int? { source }

    func update(from source: Int, in transaction: some DataTransaction) throws { try fill(source, transaction.context) }

    func fill(_ number: Int, _ context: ManagedObjectContext) throws {
        text = String(repeating: "\(number % 10)", count: LargeImportTests.textLength)
        hall = try context.findOrCreate(Hall.self, where: \.number, equals: number % 7)
        themes = [try context.findOrCreate(Theme.self, where: \.number, equals: number % 3)]
    }
}

/// Imports in saves of a few hundred objects, while the main queue is busy and hears of none of them.
final class LargeImportTests: XCTestCase {
    static let textLength = 2000
    private static let (chunks, chunk) = (100, 100)

    private final class Kept {
        weak var object: ManagedObject?
        init(_ object: ManagedObject) { self.object = object }
    }

    private func makeMuseum() throws -> PersistentContainer {
        try makeContainer(ManagedObjectModel(Exhibit.self, Hall.self, Theme.self))
    }

    /// Fails where more stays allocated than half of the texts that went by.
    private func expectLittleIsKept(_ line: UInt = #line, _ body: (_ numbers: Range<Int>) throws -> Void) throws {
        var before = 0
        for start in stride(from: 0, to: Self.chunks * Self.chunk, by: Self.chunk) {
            // By then what is prepared once is.
            if start == 10 * Self.chunk { before = try XCTUnwrap(ProcessMemory.allocated) }
            try body(start..<start + Self.chunk)
        }
        let bytes = try XCTUnwrap(ProcessMemory.allocated) - before
        XCTAssertLessThan(bytes, (Self.chunks - 10) * Self.chunk * Self.textLength / 2, line: line)
    }

    func testALoopWithSaveAndResetKeepsNoObjectsAndNoRows() throws {
        let container = try makeMuseum()
        let context = container.newBackgroundContext()
        try expectLittleIsKept { numbers in
            let registered = try context.performAndWait {
                var kept: [Kept] = []
                for number in numbers {
                    let exhibit = Exhibit(context: context)
                    exhibit.number = number
                    try exhibit.fill(number, context)
                    kept.append(Kept(exhibit))
                }
                try context.save()
                context.reset()
                XCTAssertTrue(kept.allSatisfy { $0.object == nil })
                return context.registeredObjects.count
            }
            XCTAssertEqual(registered, 0)
        }
        let count = try MainActor.assumeIsolated { try container.viewContext.count(for: FetchRequest<Exhibit>()) }
        XCTAssertEqual(count, Self.chunks * Self.chunk)
    }

    func testTransactionsOneAfterTheOtherKeepNoRows() throws {
        let stack = DataStack(try makeMuseum())
        try expectLittleIsKept { numbers in
            try stack.beginSynchronous { transaction in
                try transaction.importUniqueObjects(Into<Exhibit>(), sources: numbers)
                transaction.commit()
            }
        }
        let count = try MainActor.assumeIsolated { try stack.fetchCount(From<Exhibit>()) }
        XCTAssertEqual(count, Self.chunks * Self.chunk)
    }

    func testTheViewContextFollowsAnImportThatItCouldNotListenTo() throws {
        let container = try makeMuseum()
        try MainActor.assumeIsolated {
            let view = container.viewContext
            let hall = Hall(context: view)
            try view.save()
            XCTAssertEqual(hall.exhibits.count, 0)
            for start in stride(from: 0, to: 5000, by: 500) { try Self.fillHall(start..<start + 500, container) }
            _ = try view.count(for: FetchRequest<Exhibit>())
            XCTAssertEqual(hall.exhibits.count, 5000)
        }
    }

    private static func fillHall(_ numbers: Range<Int>, _ container: PersistentContainer) throws {
        try container.inBackground { context in
            let hall = try context.findOrCreate(Hall.self, where: \.number, equals: 0)
            for number in numbers {
                let exhibit = Exhibit(context: context)
                (exhibit.number, exhibit.hall) = (number, hall)
                exhibit.text = String(repeating: "a", count: textLength)
            }
            try context.save()
        }
    }
}
