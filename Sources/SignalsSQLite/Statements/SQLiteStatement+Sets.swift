import CSQLite
import SignalsSQL
import SignalsStoreCore

extension SQLiteStatement {
    /// Binds what a query has instead of values and names.
    func bind(_ sql: SQLText) throws(SQLiteFailure) {
        try bind(sql.bindings)
        for (position, set) in sql.sets { try bind(set, at: Int32(position)) }
    }
}

extension SQLiteStatement {
    /// The name of the type by which SQLite checks a bound set.
    static var setType: UnsafePointer<CChar> {
        let name: StaticString = "signals set"
        return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private func bind(_ set: ValueSet, at position: Int32) throws(SQLiteFailure) {
        let pointer = Unmanaged.passRetained(set).toOpaque()
        try bind(pointer: pointer, Self.setType, at: position) { pointer in
            if let pointer { Unmanaged<ValueSet>.fromOpaque(pointer).release() }
        }
    }
}
