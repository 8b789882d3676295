import Foundation
import Signals
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQL
@testable import SignalsSQLite

/// A text sorted as people of a locale sort it: alike in the store, among pending objects, and in memory.
final class LocalizedSortTests: XCTestCase {
    private static let locales = [
        "sv", "de", "de@collation=phonebook", "en_US", "ja", "tr", "", "zh_Hant", "en_US_POSIX",
    ]
    private static let scalars: [Unicode.Scalar] = Array(
        "aAbBzZåäöÅéeñßssIıiİ0129 -_.,\0\u{301}\u{308}\u{327}漢字かカｶ\u{1F600}".unicodeScalars)

    private static func text(_ generator: inout some RandomNumberGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
            text.append(scalars.randomElement(using: &generator)!)
        }
        return String(text)
    }

    private func descriptors(_ locale: String, _ order: SortOrder) -> [SortDescriptor<Everything>] {
        let comparator = LocalizedComparator(locale: Locale(identifier: locale))
        return [
            SortDescriptor(\.optionalString, comparator: comparator, order: order),
            SortDescriptor(\.string, comparator: comparator, order: order),
        ]
    }

    func testTheStoreSortsAsMemoryDoesWhetherObjectsAreSavedOrNot() throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        var generator = ReplayableGenerator(seed: seed)
        for locale in Self.locales {
            let container = try makeContainer(ManagedObjectModel(Everything.self))
            try container.inBackground { context in
                for index in 0..<300 {
                    let object = Everything(context: context)
                    object.int = index
                    object.string = Self.text(&generator)
                    object.optionalString = index % 3 == 0 ? nil : Self.text(&generator)
                }
                for order in [SortOrder.forward, .reverse] {
                    let request = FetchRequest<Everything>(sortBy: self.descriptors(locale, order))
                    let pending = try context.fetch(request).map(\.int)
                    try context.save()
                    XCTAssertEqual(try context.fetch(request).map(\.int), pending, "\(locale), seed \(seed)")
                    let objects = try context.fetch(FetchRequest<Everything>())
                    XCTAssertEqual(objects.sorted(using: request.sortDescriptors).map(\.int), pending, locale)
                    var paged: [Int] = []
                    for page in 0..<30 {
                        var part = request
                        (part.fetchLimit, part.fetchOffset) = (10, 10 * page)
                        paged += try context.fetch(part).map(\.int)
                    }
                    XCTAssertEqual(paged, pending, "\(locale), in pages")
                    let collated = try self.collated(request, container)
                    XCTAssertEqual(collated, pending, "\(locale), by a collation")
                    objects[0].int = objects[0].int
                }
            }
        }
    }

    /// The order that SQLite makes of the collation, where a platform has no keys.
    private func collated(_ request: FetchRequest<Everything>, _ container: PersistentContainer) throws -> [Int] {
        guard let store = container.coordinator.store as? SQLiteStore else {
            return try container.inBackground { try $0.fetch(request).map(\.int) }
        }
        let terms = try request.query(
            container.model.entity(for: Everything.self),
            container.coordinator.schema(of: container.model.entity(for: Everything.self)),
            store: container.coordinator.numbers
        ).order.map { order in
            let index = order.columns[0]
            let name = index == 0 ? "" : SQLiteDialect().collation(for: order.textOrder)
            let column = container.model.entity(for: Everything.self).attributes[index].name
            return "\"\(column)\"\(name)\(order.isAscending ? "" : " DESC")"
        }
        let connection = try SQLiteConnection(path: store.url.path)
        return try connection.rows(
            "SELECT int FROM Everything ORDER BY \(terms.joined(separator: ", ")), signals_id"
        ).map { row in
            guard case .integer(let number) = row[0] else { return -1 }
            return Int(number)
        }
    }

    func testALiveQueryKeepsTheOrder() throws {
        let container = try makeContainer()
        try container.addChores("ö", "z", "a10")
        let swedish = Locale(identifier: "sv")
        let byName = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name, comparator: .localizedStandard(swedish))])
        let recorder = LiveRecorder(container.publisher(for: byName).map { $0.map(\.name) })
        XCTAssertTrue(recorder.waitForLast { $0 == ["a10", "z", "ö"] })
        try container.addChores("å", "A2", "Ö", "a\0")
        XCTAssertTrue(recorder.waitForLast { $0 == ["a\0", "A2", "a10", "z", "å", "ö", "Ö"] })
    }

    func testAPathAndAClauseOfADataStackAreSortedSo() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            for name in ["Öst", "Zoe", nil, "Åsa"] {
                let job = Job(context: context)
                job.name = name ?? "nobody's"
                guard let name else { continue }
                job.assignee = Member(context: context)
                job.assignee?.name = name
            }
            try context.save()
            let swedish = LocalizedComparator(locale: Locale(identifier: "sv"))
            let byAssignee = FetchRequest<Job>(sortBy: [SortDescriptor(\.assignee?.name, comparator: swedish)])
            XCTAssertEqual(try context.fetch(byAssignee).map(\.name), ["nobody's", "Zoe", "Åsa", "Öst"])
            XCTAssertEqual(try context.fetchSnapshots(byAssignee).map(\.name), ["nobody's", "Zoe", "Åsa", "Öst"])
            var clause = FetchRequest<Job>()
            OrderBy(\.name, comparator: swedish).apply(to: &clause)
            XCTAssertEqual(try context.fetch(clause).map(\.name), ["nobody's", "Zoe", "Åsa", "Öst"])
        }
    }

    func testALocaleThatDoesNotExistIsAnErrorThatNamesIt() throws {
        let container = try makeContainer()
        for name in ["klingon", "xx", "de'; DROP TABLE Chore", "de\0"] {
            let locale = Locale(identifier: name)
            let request = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name, comparator: .localizedStandard(locale))])
            XCTAssertThrowsError(try container.inBackground { try $0.fetchSnapshots(request).count }, name) { error in
                guard case FetchError.unsortable("Chore", let reason) = error else { return XCTFail("\(error)") }
                XCTAssertTrue(reason.hasPrefix("the locale \""), reason)
            }
            guard case .failure(.unsortable) = LiveRecorder(container.publisher(for: request)).waitForCompletion()
            else { return XCTFail("it did not fail") }
        }
    }

    func testAComputedTextIsNotSortedByTheStore() throws {
        let german = Locale(identifier: "de")
        let request = FetchRequest<Chore>(
            sortBy: [SortDescriptor(\.shoutedName, comparator: .localizedStandard(german))])
        XCTAssertThrowsError(try makeContainer().inBackground { try $0.fetchSnapshots(request).count }) { error in
            guard case FetchError.unsortable = error else { return XCTFail("\(error)") }
        }
    }
}
