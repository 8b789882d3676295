import SignalsStoreCore

extension PostgresFailure {
    /// The error of a save, which names the missing privileges.
    func saveError(in tables: PostgresTables) -> SaveError {
        withAdvice(toRun: tables.grants(of: "SELECT, INSERT, UPDATE, DELETE")).saveError
    }

    /// The error of a read, which names the missing privileges.
    func fetchError(in tables: PostgresTables) -> FetchError {
        withAdvice(toRun: tables.grants(of: "SELECT")).fetchError
    }
}
