import Foundation
import Testing

@testable import SignalsStore

@Suite struct NarrowedQueryTests {
    private let chore = ManagedObjectModel(Chore.self).entities[0]

    private func narrowed(
        _ predicate: Predicate<Chore>?, by order: [SortDescriptor<Chore>] = [], limit: Int? = 5
    ) throws -> NarrowedQuery {
        var request = FetchRequest<Chore>(predicate: predicate, sortBy: order, fetchLimit: limit)
        request.fetchOffset = 2
        return NarrowedQuery(try request.query(chore, chore.makeSchema(), store: StoreNumbers([UUID()])))
    }

    private func column(_ name: String) -> Int { chore.makeSchema().column(name)! }

    @Test func comparisonsWithConstantsAreSaidAndThenTheLimitIsToo() throws {
        let query = try narrowed(
            #Predicate { $0.minutes > 5 && ($0.name == "Dust" || 9 >= $0.minutes) },
            by: [SortDescriptor(\.minutes, order: .reverse)])
        let minutes = column("minutes")
        #expect(
            query.selection
                == .both(
                    .greater(than: .integer(5), orEqual: false, column: minutes),
                    .either(
                        .values([.text("Dust")], column: column("name")),
                        .less(than: .integer(9), orEqual: true, column: minutes))))
        #expect(query.order == [RowRequest.Order(column: minutes, isAscending: false)])
        #expect(query.limit == 7, "those that the offset leaves out are needed, too")
    }

    @Test func ofAConjunctionOneSideIsEnoughAndThenThereIsNoLimit() throws {
        let query = try narrowed(#Predicate { $0.name.contains("u") && $0.minutes == 3 })
        #expect(query.selection == .values([.integer(3)], column: column("minutes")))
        #expect(query.limit == nil)
    }

    @Test func whatCannotBeSaidAsksForAllRows() throws {
        let predicates: [Predicate<Chore>] = [
            #Predicate { $0.name.contains("u") || $0.minutes == 3 }, #Predicate { $0.minutes == $0.name.count },
            #Predicate { !($0.minutes == 3) },
        ]
        for predicate in predicates {
            let query = try narrowed(predicate)
            #expect(query.selection == .all)
            #expect(query.limit == nil)
        }
    }

    @Test func whatCanFailIsEvaluatedOnEachRow() throws {
        #expect(try narrowed(#Predicate { $0.isDone == true && 10 / $0.minutes > 2 }).selection == .all)
    }

    @Test func anOrderOfTextsThatOnlyFoundationKnowsIsNotSaid() throws {
        let lexical = SortDescriptor(\Chore.name, comparator: .lexical)
        #if canImport(Darwin)
            #expect(try narrowed(nil, by: [lexical]).limit == nil)
        #else
            #expect(try narrowed(nil, by: [lexical]).limit == 7)
        #endif
        #expect(try narrowed(nil, by: [SortDescriptor(\.minutes)]).limit == 7)
        #expect(try narrowed(nil, by: [SortDescriptor(\.minutes)], limit: nil).order.isEmpty)
    }
}
