import Foundation
import SignalsCore

/// Queries, change sets and pins over the tables of a store that another package keeps.
package final class TableStore: StoreEngine, TableReader {
    package let store: any PersistentStore
    package let identifier: UUID
    private let catalog: TableCatalog
    private let state = Locked(State())
    private let hasForeignCommits = Locked(false)

    private struct State: Sendable {
        var pins: [WeakPin] = []
        /// The number of pins that there may be before those that are gone are looked for.
        var manyPins = 16
        /// The former state of the rows that are being committed.
        var images = RowImages()
    }

    private struct WeakPin: Sendable {
        weak var pin: TablePin?
    }

    package init(_ store: any PersistentStore, _ entities: [EntitySchema]) {
        self.store = store
        identifier = store.identifier
        catalog = TableCatalog(entities)
    }

    /// A reader of what is committed now. One that is made while something is committed does not see that, even when it
    /// is there in part.
    private func makePin() -> TablePin {
        let reader = CheckedReader(store, of: store)
        return state.withLock { state in
            let pin = TablePin(reader, catalog, state.images)
            if state.pins.count >= state.manyPins {
                state.pins.removeAll { $0.pin == nil }
                state.manyPins = max(16, state.pins.count * 2)
            }
            state.pins.append(WeakPin(pin: pin))
            return pin
        }
    }

    package func pin() throws -> any StoreReader { makePin() }

    func evaluating<Result>(_ body: (TableEvaluation) throws -> Result) throws -> Result {
        try makePin().evaluating(body)
    }

    package func receipt(for key: String) throws -> Data? {
        ReceiptRow.result(try makePin().rows(ReceiptRow.request(key)), for: key)
    }

    package func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>] {
        do { return try transact { rows in changeSets.map(rows.apply) } } catch {
            return changeSets.map { _ in .failure(error) }
        }
    }

    package func exclusively(_ work: (any StoreTurn) throws(SaveError) -> Void) throws(SaveError) {
        try transact { rows in
            let turn = TableTurn(rows)
            defer { turn.end() }
            try work(turn)
        }
    }

    package func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> {
        try transact { try $0.reserve(count) }
    }

    /// Decides on changes and commits them.
    private func transact<Result>(_ decide: (TableRows) throws -> Result) throws(SaveError) -> Result {
        var result: Result?
        defer { state.withLock { $0.images = RowImages() } }
        do {
            try store.exclusively { reader in
                let rows = TableRows(CheckedReader(reader, of: store), store: identifier, catalog)
                result = try decide(rows)
                announce(rows.pending.images)
                return rows.pending.changes
            }
        } catch { throw SaveError(ofStore: error) }
        guard let result else {
            fatalError(
                "\(type(of: store)).exclusively(_:) returned without changes. Call the closure that it is given, and throw "
                    + "on what that throws.")
        }
        return result
    }

    /// Notifies all pins, including those that are made until the commit, of the changes that are about to be written.
    private func announce(_ images: RowImages) {
        let pins = state.withLock { state in
            state.images.formUnion(images)
            return state.pins
        }
        for pin in pins { pin.pin?.add(images) }
    }

    package func watch(_ handler: @escaping @Sendable () -> Void) {
        store.watch { [hasForeignCommits] in
            hasForeignCommits.withLock { $0 = true }
            handler()
        }
    }

    package func takeForeignCommits(for observers: ObserverKind) -> ForeignCommits {
        hasForeignCommits.withLock { hasForeignCommits in
            defer { hasForeignCommits = false }
            return hasForeignCommits ? .everything : .none
        }
    }

    package func backup(to url: URL, replacingAnyFile: Bool, progress: (Double) -> Void) throws {
        try store.backup(to: url, replacingAnyFile: replacingAnyFile, progress: progress)
    }

    package func checkIntegrity(_ entities: [EntitySchema]) throws -> [IntegrityFinding] { try store.checkIntegrity() }

    package func close() { store.close() }
}

extension TableStore {
    private static let migrationIsOff = StoreError.unsupported(
        operation: "migration unless shouldMigrateStoreAutomatically is set")

    /// Makes sure that the store's rows are those of the model, or brings them there.
    package func adopt(_ entities: [EntitySchema], _ options: MigrationOptions) throws {
        let reader = CheckedReader(store, of: store)
        let old = try StoreState(reader.rows(StoreState.request).first).entities()
        if Set(old) == Set(entities) { return }
        let tables = (StoreTable.all(old), StoreTable.all(entities))
        if !old.isEmpty, Set(tables.0) != Set(tables.1) {
            let plan = MigrationPlan(from: old, to: entities)
            let name = "\(type(of: store)) \(identifier)"
            try plan.requireCommonClass(in: name, dropping: options.dropping)
            guard options.isAutomatic else { throw Self.migrationIsOff }
            let losses = try plan.losses(dropping: options.dropping) { try count($0, reader) }
            if !losses.isEmpty { throw StoreError.wouldDrop(name, losses) }
            try store.migrate(from: tables.0, to: tables.1)
        }
        try transact { rows in try rows.changeState { try $0.setEntities(entities) } }
    }

    /// Counts what the store keeps of something, in the tables of the model before.
    private func count(_ drop: ModelPart, _ reader: CheckedReader) throws -> Int {
        switch drop.storage {
        case .rows: return try reader.rows(RowRequest(StoreTable(drop.entity))).count
        case .links(let table): return try reader.rows(RowRequest(StoreTable(table))).count
        case .column(let name):
            guard let index = drop.entity.column(name) else { return 0 }
            return try reader.rows(RowRequest(StoreTable(drop.entity))).count { !$0.values[index].isNull }
        }
    }
}
