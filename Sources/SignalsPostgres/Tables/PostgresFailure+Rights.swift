import SignalsStoreCore

extension PostgresFailure {
    /// The error of a save, which names the rights that are missing.
    func saveError(in tables: PostgresTables) -> SaveError {
        withAdvice(toRun: tables.grants(of: "SELECT, INSERT, UPDATE, DELETE")).saveError
    }

    /// The error of a read, which names the rights that are missing.
    func fetchError(in tables: PostgresTables) -> FetchError {
        withAdvice(toRun: tables.grants(of: "SELECT")).fetchError
    }
}
