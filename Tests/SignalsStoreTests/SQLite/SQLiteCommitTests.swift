import Foundation
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

final class SQLiteCommitTests: XCTestCase {
    private let model = ManagedObjectModel(Ticket.self, Chore.self)
    private var entity: EntitySchema { model.entities.first { $0.name == "Ticket" }!.makeSchema() }

    private func makeStore() throws -> SQLiteStore {
        let url = try makeFolder().appending(path: "store.sqlite")
        let store = try SQLiteStore(SQLiteOpening(url: url, entities: model.entities.map { $0.makeSchema() }))
        addTeardownBlock { store.close() }
        return store
    }

    /// New tickets with these codes, numbered on from a number.
    private func saving(_ codes: String?..., number: Int64) -> ChangeSet {
        var page = RowPageBuilder(entity)
        for (index, code) in codes.enumerated() {
            page.beginRow(number: number + Int64(index), version: 1)
            page.append(code.map(StoredValue.text) ?? .null)
            page.append(number)
        }
        var changeSet = ChangeSet()
        changeSet.insertions = [page.finish()]
        return changeSet
    }

    private func deleting(_ number: Int64) -> ChangeSet {
        var changeSet = ChangeSet()
        changeSet.deletions = [ChangeSet.Deletion(entity: entity, number: number, baseVersion: 1)]
        return changeSet
    }

    private func rows(_ store: SQLiteStore) throws -> [Int64: [StoredValue]] {
        var rows: [Int64: [StoredValue]] = [:]
        try store.fetch(Query(entity: entity)) { page in for row in page { rows[row.number] = row.values } }
        return rows
    }

    /// The places of the saves that failed.
    private func failures(_ outcomes: [Result<CommitOutcome, SaveError>]) -> [Int] {
        outcomes.indices.filter { if case .failure = outcomes[$0] { true } else { false } }
    }

    func testSavesOfOneRowThatComeTogetherEachHaveTheirRow() throws {
        for count in [1, 2, 7, 8, 9, 16, 50] {
            let store = try makeStore()
            let codes = (1...count).map { $0 % 5 == 0 ? nil : String(repeating: "é", count: $0) + "\($0)" }
            let outcomes = store.commit((1...count).map { saving(codes[$0 - 1], number: Int64($0)) })
            XCTAssertEqual(outcomes.count, count)
            XCTAssertEqual(failures(outcomes), [])
            let rows = try rows(store)
            XCTAssertEqual(rows.count, count)
            for number in 1...count {
                let code = codes[number - 1].map(StoredValue.text) ?? .null
                XCTAssertEqual(rows[Int64(number)], [code, .integer(Int64(number))])
            }
        }
    }

    func testOneOfManyThatCannotBeSavedFailsAloneAndSaysWhichValueIsTaken() throws {
        let store = try makeStore()
        _ = store.commit([saving("code 100", number: 100)])
        for culprit in [1, 4, 8, 9, 20] {
            let first = Int64(culprit * 1000)
            let outcomes = store.commit(
                (1...20).map { number in
                    let code = number == culprit ? "code 100" : "code \(first + Int64(number))"
                    return saving(code, number: first + Int64(number))
                })
            XCTAssertEqual(failures(outcomes), [culprit - 1])
            guard case .failure(let error) = outcomes[culprit - 1], case .valueTaken = error.reason else {
                return XCTFail("\(outcomes[culprit - 1])")
            }
            XCTAssertEqual(error.attributeName, "code")
        }
        XCTAssertEqual(try rows(store).count, 1 + 5 * 19)
    }

    func testOfTwoSavesThatWantOneValueTheFirstHasIt() throws {
        let store = try makeStore()
        let outcomes = store.commit((1...16).map { saving($0 == 6 || $0 == 3 ? "wanted" : "\($0)", number: Int64($0)) })
        XCTAssertEqual(failures(outcomes), [5])
        let rows = try rows(store)
        XCTAssertEqual(rows[3]?.first, .text("wanted"))
        XCTAssertNil(rows[6])
    }

    func testAValueThatTheTableRefusesFailsItsSaveAlone() throws {
        let store = try makeStore()
        for culprit in [1, 4, 8, 20] {
            let first = Int64(culprit * 1000)
            let outcomes = store.commit(
                (1...20).map { number in
                    var page = RowPageBuilder(entity)
                    page.beginRow(number: first + Int64(number), version: 1)
                    page.append(.text("code \(first + Int64(number))"))
                    page.append(number == culprit ? .text("no number") : .integer(1))
                    var changeSet = ChangeSet()
                    changeSet.insertions = [page.finish()]
                    return changeSet
                })
            XCTAssertEqual(failures(outcomes), [culprit - 1])
        }
        XCTAssertEqual(try rows(store).count, 4 * 19)
    }

    func testAMissingValueFailsItsSaveAlone() throws {
        let store = try makeStore()
        let changeSets = (1...8).map { number in
            var page = RowPageBuilder(entity)
            page.beginRow(number: Int64(number), version: 1)
            page.append(.text("\(number)"))
            page.append(number == 5 ? .null : .integer(1))
            var changeSet = ChangeSet()
            changeSet.insertions = [page.finish()]
            return changeSet
        }
        XCTAssertEqual(failures(store.commit(changeSets)), [4])
        XCTAssertEqual(try rows(store).keys.sorted(), [1, 2, 3, 4, 6, 7, 8])
    }

    func testAnObjectThatIsThereAlreadyFailsItsSaveAloneAndStays() throws {
        let store = try makeStore()
        _ = store.commit([saving("first", number: 6)])
        XCTAssertEqual(failures(store.commit((1...8).map { saving("\($0)", number: Int64($0)) })), [5])
        XCTAssertEqual(try rows(store).count, 8)
        XCTAssertEqual(try rows(store)[6]?.first, .text("first"))
    }

    func testOfManyRowsOfOneSaveNoneStaysWhenOneCannotBeSaved() throws {
        let store = try makeStore()
        _ = store.commit([saving("held", number: 1000)])
        for culprit in [1, 20, 33, 64, 70] {
            var page = RowPageBuilder(entity)
            for number in 1...70 {
                page.beginRow(number: Int64(number), version: 1)
                page.append(.text(number == culprit ? "held" : "\(number)"))
                page.append(.integer(Int64(number)))
            }
            var changeSet = ChangeSet()
            changeSet.insertions = [page.finish()]
            let outcomes = store.commit([changeSet])
            guard case .failure(let error) = outcomes[0], case .valueTaken = error.reason else {
                return XCTFail("\(outcomes[0])")
            }
            XCTAssertEqual(error.objectIDs.map(StoreNumbers([store.identifier]).number(of:)), [Int64(culprit)])
            XCTAssertEqual(try rows(store).keys.sorted(), [1000])
        }
    }

    func testSavesAreAppliedInTheirOrderWhateverTheyDo() throws {
        let store = try makeStore()
        _ = store.commit([saving("held", number: 1)])
        var changeSets = (2...9).map { saving($0 == 5 ? "held" : "\($0)", number: Int64($0)) }
        changeSets.append(deleting(1))
        changeSets += (10...17).map { saving($0 == 12 ? "held" : "\($0)", number: Int64($0)) }
        changeSets.append(saving("a", "b", number: 18))
        changeSets += (20...25).map { saving("\($0)", number: Int64($0)) }
        let outcomes = store.commit(changeSets)
        XCTAssertEqual(failures(outcomes), [3], "who came before the deletion")
        XCTAssertEqual(try rows(store).keys.sorted(), Array(2...25).filter { $0 != 5 })
    }
}
