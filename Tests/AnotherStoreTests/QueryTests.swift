import AnotherStore
import Foundation
import SignalsStore
import XCTest

final class QueryTests: XCTestCase {
    private func makePlanted(_ store: any PersistentStore = DictionaryStore()) throws -> PersistentContainer {
        let container = try makeGarden(store)
        try container.inBackground { context in
            let beds = ["North", "South"].map { name in
                let bed = Bed(context: context)
                bed.name = name
                return bed
            }
            let tags = ["green", "sweet"].map { name in
                let tag = Tag(context: context)
                tag.name = name
                return tag
            }
            for (index, name) in ["Ash", "Basil", "Clover", "Dill", "Elm", "Fern"].enumerated() {
                let plant = index == 0 || index == 4 ? Tree(context: context) : Plant(context: context)
                (plant.name, plant.height, plant.price) = (name, index * 10, Decimal(index) / 4)
                plant.bed = index == 5 ? nil : beds[index % 2]
                plant.sown = index < 3 ? nil : Date(timeIntervalSinceReferenceDate: Double(index))
                plant.tags = index == 3 ? Set(tags) : index == 1 ? [tags[0]] : []
            }
            try context.save()
        }
        return container
    }

    private func names(
        _ container: PersistentContainer, _ predicate: Predicate<Plant>? = nil,
        by order: [SortDescriptor<Plant>] = [SortDescriptor(\.name)], limit: Int? = nil, offset: Int = 0
    ) throws -> String {
        try container.inBackground { context in
            let request = FetchRequest<Plant>(
                predicate: predicate, sortBy: order, fetchLimit: limit, fetchOffset: offset)
            return try context.fetch(request).map { String($0.name.prefix(1)) }.joined()
        }
    }

    func testPredicatesOverAttributesFindWhatSwiftWould() throws {
        for store in [DictionaryStore(), ThriftyStore()] as [any PersistentStore] {
            let container = try makePlanted(store)
            let epoch = Date(timeIntervalSinceReferenceDate: 4)
            XCTAssertEqual(try names(container, #Predicate { $0.height > 10 && $0.height < 40 }), "CD")
            XCTAssertEqual(try names(container, #Predicate { $0.name == "Dill" || $0.height <= 10 }), "ABD")
            XCTAssertEqual(try names(container, #Predicate { 40 <= $0.height }), "EF")
            XCTAssertEqual(try names(container, #Predicate { $0.sown == nil }), "ABC")
            XCTAssertEqual(try names(container, #Predicate { $0.sown != nil && $0.sown! > epoch }), "F")
            XCTAssertEqual(try names(container, #Predicate { !$0.name.localizedStandardContains("l") }), "AF")
            XCTAssertEqual(try names(container, #Predicate { ["Elm", "Ash"].contains($0.name) && $0.height > 0 }), "E")
            XCTAssertEqual(try names(container, #Predicate { $0.height / 10 % 2 == 1 }), "BDF")
            XCTAssertThrowsError(try names(container, #Predicate { 100 / $0.height > 2 }))
        }
    }

    func testSortingLimitAndOffset() throws {
        for store in [DictionaryStore(), ThriftyStore()] as [any PersistentStore] {
            let container = try makePlanted(store)
            XCTAssertEqual(try names(container, by: [SortDescriptor(\.height, order: .reverse)], limit: 2), "FE")
            XCTAssertEqual(try names(container, limit: 2, offset: 3), "DE")
            XCTAssertEqual(try names(container, #Predicate { $0.height > 0 }, limit: 3, offset: 1), "CDE")
            XCTAssertEqual(
                try names(container, by: [SortDescriptor(\.bed?.name), SortDescriptor(\.name)]), "FACEBD")
            XCTAssertEqual(try names(container, #Predicate { $0.name.count == 4 }, limit: 1), "D")
        }
    }

    func testPredicatesOverRelationshipsFindWhatTheyLeadTo() throws {
        for store in [DictionaryStore(), ThriftyStore()] as [any PersistentStore] {
            let container = try makePlanted(store)
            XCTAssertEqual(try names(container, #Predicate { $0.bed?.name == "South" }), "BD")
            XCTAssertEqual(try names(container, #Predicate { $0.bed == nil }), "F")
            XCTAssertEqual(try names(container, #Predicate { $0.tags.contains { $0.name == "green" } }), "BD")
            XCTAssertEqual(try names(container, #Predicate { $0.tags.count == 2 }), "D")
            XCTAssertEqual(try names(container, #Predicate { $0.tags.isEmpty && $0.bed?.name == "North" }), "ACE")
            let beds = try container.inBackground { context in
                let request = FetchRequest<Bed>(
                    predicate: #Predicate { bed in bed.plants.allSatisfy { $0.height >= 10 } })
                return try context.fetch(request).map(\.name)
            }
            XCTAssertEqual(beds, ["South"])
        }
    }

    func testAFetchOfAClassFindsTheObjectsOfItsSubclasses() throws {
        let container = try makePlanted()
        try container.inBackground { context in
            let all = try context.fetch(FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(all.map { $0 is Tree }, [true, false, false, false, true, false])
            XCTAssertEqual(try context.count(for: FetchRequest<Tree>(predicate: #Predicate { $0.rings == 1 })), 2)
        }
        XCTAssertThrowsError(
            try container.inBackground { context in
                Tree(context: context).name = "Basil"
                try context.save()
            }, "a name is unique over the class and its subclasses")
    }

    func testAggregatesGroupsAndDistinctValues() throws {
        let container = try makePlanted()
        try container.inBackground { context in
            let all = FetchRequest<Plant>()
            XCTAssertEqual(try context.sum(\.height, of: all), 150)
            XCTAssertEqual(try context.average(\.price, of: all), Decimal(15) / 24)
            XCTAssertEqual(try context.maximum(\.name, of: all), "Fern")
            let some = FetchRequest<Plant>(predicate: #Predicate { $0.height > 20 })
            XCTAssertEqual(try context.minimum(\.sown, of: some), Date(timeIntervalSinceReferenceDate: 3))
            var distinct = FetchRequest<Bed>(sortBy: [SortDescriptor(\.name)])
            distinct.returnsDistinctResults = true
            XCTAssertEqual(try context.values(\.name, of: distinct), ["North", "South"])
        }
    }

    func testBatchRequestsChangeWhatTheyFind() throws {
        let container = try makePlanted()
        try container.inBackground { context in
            let tall = try context.execute(
                BatchUpdateRequest<Plant>(predicate: #Predicate { $0.bed?.name == "North" })
                    .setting(\.height, to: #Expression { $0.height + 1000 }))
            XCTAssertEqual(tall.count, 3)
            let gone = try context.execute(BatchDeleteRequest<Plant>(predicate: #Predicate { $0.height < 100 }))
            XCTAssertEqual(gone.count, 3)
        }
        XCTAssertEqual(try names(container), "ACE")
    }
}
