/// A result that is derived from the rows that a query finds, and is updated from commit to commit.
protocol LiveUpkeep: Sendable {
    associatedtype Output: Sendable

    var query: Query { get }
    /// The relationships whose members belong to it.
    var included: IncludedRelationships { get }

    /// Brings it to the state that a reader sees; nil when it is as before.
    ///
    /// - Parameter changes: the commits since the state before.
    /// - Throws: `FetchError`; then it is not used any more, but after `FetchError.unreachable`: then it is as it was put
    ///   out last, and the next changes are everything.
    mutating func update(from reader: any StoreReader, _ changes: LiveChanges) throws -> Output?

    /// False if it is as it was, whatever else was committed than some rows.
    ///
    /// - Parameter names: the entities whose rows it follows.
    mutating func isConcerned(by touched: TouchedRows, of names: Set<String>) -> Bool
}

extension LiveUpkeep {
    /// None.
    var included: IncludedRelationships { IncludedRelationships() }

    /// True.
    func isConcerned(by touched: TouchedRows, of names: Set<String>) -> Bool { true }
}
