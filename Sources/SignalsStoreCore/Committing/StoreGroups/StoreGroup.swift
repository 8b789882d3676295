import Dispatch
import Foundation
import SignalsCore

/// The stores of a container that has several, as one: it asks those that keep an entity, and gives each its part of a
/// save. It has no writer and no file of its own.
///
/// A save is made in one store after the other, in their order, and each part is all or nothing. A part
/// that fails leaves the parts before it saved and those after it alone.
package final class StoreGroup: StoreEngine {
    package let members: [StoreCoordinator]
    package let numbers: StoreNumbers
    package let schemas: [EntitySchema]
    private let storeIndexes: [String: [Int]]

    package init(_ members: [StoreCoordinator]) {
        self.members = members
        numbers = StoreNumbers(members.map(\.store.identifier))
        var storeIndexes: [String: [Int]] = [:]
        var schemas: [String: EntitySchema] = [:]
        for (storeIndex, member) in members.enumerated() {
            for (name, schema) in member.schemas {
                storeIndexes[name, default: []].append(storeIndex)
                let others = schemas[name]?.subentities ?? []
                schemas[name] = schema
                schemas[name]?.subentities += others.filter { !schema.subentities.contains($0) }
            }
        }
        self.storeIndexes = storeIndexes
        self.schemas = schemas.values.sorted { $0.name < $1.name }
    }

    package var busyReaders: Int { members.reduce(0) { $0 + $1.store.busyReaders } }

    /// The identifier of the first store.
    package var identifier: UUID { numbers.identifiers[0] }

    /// The indexes of the stores that keep an entity.
    package func storeIndexes(of entityName: String) -> [Int] { storeIndexes[entityName] ?? [] }

    /// The index of the store that a new object goes into. Stops the program where that is not clear.
    package func storeIndex(of entityName: String, _ placement: StorePlacement) -> Int {
        let storeIndexes = storeIndexes(of: entityName)
        let configurations = storeIndexes.map { members[$0].configuration }
        switch placement {
        case .onlyStore:
            if let storeIndex = storeIndexes.first, storeIndexes.count == 1 { return storeIndex }
            guard storeIndexes.isEmpty else {
                let names = configurations.map { $0 ?? "nil" }.joined(separator: ", ")
                fatalError(
                    "Several stores keep \(entityName): say which with \(entityName)(context:configuration:). "
                        + "Their configurations: \(names).")
            }
            fatalError("\(entityName) is in no store: add it to a configuration that one of the stores has.")
        case .configuration(let wanted):
            if let storeIndex = storeIndexes.first(where: { members[$0].configuration == wanted }) { return storeIndex }
            fatalError(StorePlacement.message(entityName, wanted, has: configurations))
        }
    }

    /// Reads all of them as they are.
    package var reader: StoreGroupReader { StoreGroupReader(members: members.map(\.store), storeIndexes: storeIndexes) }

    package func awaitReachable() throws { for member in members { try member.store.awaitReachable() } }

    package func pin() throws -> any StoreReader {
        StoreGroupReader(members: try members.map { try $0.store.pin() }, storeIndexes: storeIndexes)
    }

    package func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        try reader(for: query).fetch(query, body)
    }

    /// The reader that answers a query as one store would.
    func reader(for query: Query) throws -> any StoreReader {
        // The targets of a path are read after the rows, and must be of the same state.
        let followsPaths = storeIndexes(of: query.entity.name).count > 1 && query.order.contains { !$0.path.isEmpty }
        return followsPaths ? try pin() : reader
    }

    package func metered(by meter: QueryMeter) -> any StoreReader { MeteredGroup(group: self, meter: meter) }

    package func count(_ query: Query) throws -> Int { try reader.count(query) }

    package func explain(_ query: Query) throws -> [FetchPlan] { try reader.explain(query) }

    /// Reads all of them by other readers.
    package func reader(of members: [any StoreReader]) -> StoreGroupReader {
        StoreGroupReader(members: members, storeIndexes: storeIndexes)
    }

    package func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try reader.links(of: table, side, to: numbers)
    }

    /// A receipt is kept in the store that its task changed.
    package func receipt(for key: String) throws -> Data? {
        for member in members { if let receipt = try member.store.receipt(for: key) { return receipt } }
        return nil
    }

    package func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>] {
        var saves = changeSets.map { SplitSave($0, self) }
        for (storeIndex, member) in members.enumerated() {
            let due = saves.indices.filter { saves[$0].isDue(at: storeIndex) }
            let results = member.commit(due.compactMap { saves[$0].parts[storeIndex] }, from: self)
            for (index, result) in zip(due, results) { saves[index].note(result, at: storeIndex) }
        }
        return saves.map(\.result)
    }

    // One save's part can only be taken back together with the rest.
    package var sharesTurns: Bool { false }

    package var busyTimeout: TimeInterval { members.map(\.store.busyTimeout).max() ?? 0 }

    // In an order that is the same for all groups, so that none waits for another that waits for it.
    package func exclusively(_ work: (any StoreTurn) throws(SaveError) -> Void) throws(SaveError) {
        let order = members.indices.sorted {
            members[$0].store.identifier.uuidString < members[$1].store.identifier.uuidString
        }
        try StoreGroupTurn.run(work, in: self, order)
    }

    // Each object's store gives it its number.
    package func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> {
        throw SaveError(.store(reason: "several stores together have no numbers of their own"))
    }

    package func checkIntegrity(_ entities: [EntitySchema]) throws -> [IntegrityFinding] {
        try members.flatMap { member in
            try member.store.checkIntegrity(Array(member.schemas.values))
        }
    }

    /// Leaves the members, which the container closes.
    package func close() { for member in members { member.observers.leave(self) } }
}
