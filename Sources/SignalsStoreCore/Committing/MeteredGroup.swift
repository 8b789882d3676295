/// A reader of several stores as one, each of which notes its queries in a meter.
struct MeteredGroup: StoreReader {
    let group: StoreGroup
    let meter: QueryMeter

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        try group.reader(for: query).metered(by: meter).fetch(query, body)
    }

    func count(_ query: Query) throws -> Int { try group.reader.metered(by: meter).count(query) }

    func explain(_ query: Query) throws -> [FetchPlan] { try group.explain(query) }

    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try group.reader.metered(by: meter).links(of: table, side, to: numbers)
    }
}
