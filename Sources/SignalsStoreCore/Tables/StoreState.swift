import Foundation

/// The state that the package keeps of a store of tables, in a table of its own with one row: which numbers it has
/// given away, and the model that the rows were committed with.
struct StoreState {
    static let table = StoreTable(
        name: "signals_state", columns: [StoreTable.Column("next", .integer64), StoreTable.Column("model", .data)])
    static let request = RowRequest(table, .numbers([number]))
    private static let number: Int64 = 1

    /// The next number that nobody has.
    var next: Int64 = 1
    /// The entities of the model, encoded.
    private var model = Data("[]".utf8)
    private var version: Int64 = 0

    /// The state that a row says; without one, that of a store that was never used.
    init(_ row: StoredRow?) throws {
        guard let row else { return }
        guard case .integer(let next) = row.values[0], case .blob(let model) = row.values[1] else { throw Self.notOurs }
        (self.next, self.model, version) = (next, model, row.version)
    }

    private static let notOurs = FetchError.store(reason: "the row of \(table.name) was not written by this package")

    /// The row that says so.
    var row: StoredRow {
        StoredRow(number: Self.number, version: version + 1, values: [.integer(next), .blob(model)])
    }

    /// The entities of the model that the rows were committed with; none in a store that was never used.
    func entities() throws -> [EntitySchema] {
        do { return try JSONDecoder().decode([EntitySchema].self, from: model) } catch { throw Self.notOurs }
    }

    mutating func setEntities(_ entities: [EntitySchema]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        model = try encoder.encode(entities.sorted { $0.name < $1.name })
    }
}
