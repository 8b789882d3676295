import AnotherStore
import Foundation
import SignalsStore
import Testing

/// A store that breaks a rule.
private final class RogueStore: PersistentStore {
    enum Breach { case tooFewValues, sameRowTwice, versionZero, numberTooGreat, neverDecides }

    let identifier = UUID()
    private let breach: Breach
    private let store = DictionaryStore()

    init(_ breach: Breach) { self.breach = breach }

    func rows(_ request: RowRequest) -> [StoredRow] {
        guard request.table.name == "Remark" else { return store.rows(request) }
        let row = StoredRow(number: 1, version: 1, values: [.text("")])
        return switch breach {
        case .tooFewValues: [StoredRow(number: 1, version: 1, values: [])]
        case .sameRowTwice: [row, row]
        case .versionZero: [StoredRow(number: 1, version: 0, values: row.values)]
        case .numberTooGreat: [StoredRow(number: 1 << 55, version: 1, values: row.values)]
        case .neverDecides: [row]
        }
    }

    func commit(_ changes: [TableChanges]) { store.commit(changes) }

    func exclusively(_ decide: (any RowReader) throws -> [TableChanges]) throws {
        if breach != .neverDecides { try commit(decide(self)) }
    }

    func open() throws {
        let container = try PersistentContainer(
            name: "Rogue", model: ManagedObjectModel(Remark.self), stores: [PersistentStoreDescription { _ in self }])
        try container.inBackground { _ = try $0.fetch(FetchRequest<Remark>()) }
    }
}

@Suite struct RogueStoreTests {
    private func message(_ content: [UInt8]?) -> String { String(decoding: content ?? [], as: UTF8.self) }

    @Test func aRowWithTooFewValuesStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try RogueStore(.tooFewValues).open()
        }
        let text = message(result?.standardErrorContent)
        #expect(text.contains("RogueStore handed over row 1 of the table Remark with 0 values: it has 1 columns"))
        #expect(text.contains("See PersistentStore for the rules."))
    }

    @Test func aRowThatIsThereTwiceStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try RogueStore(.sameRowTwice).open()
        }
        let text = message(result?.standardErrorContent)
        #expect(text.contains("row 1 of the table Remark twice in one answer"))
    }

    @Test func aVersionBelowOneStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try RogueStore(.versionZero).open()
        }
        let text = message(result?.standardErrorContent)
        #expect(text.contains("with version 0: versions begin with 1"))
    }

    @Test func aNumberThatIsTooGreatStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try RogueStore(.numberTooGreat).open()
        }
        let text = message(result?.standardErrorContent)
        #expect(text.contains("which is not from 1 to 2^55 - 1"))
    }

    @Test func aTransactionThatDecidesNothingStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try RogueStore(.neverDecides).open()
        }
        let text = message(result?.standardErrorContent)
        #expect(text.contains("RogueStore.exclusively(_:) returned without"))
    }
}
