import SignalsCore

extension SpanSource {
    /// Opens stores, within the spans of their migrations: one for each store that has something to migrate, which says so
    /// by its first step.
    func aroundMigrations<Output>(
        of stores: [PersistentStoreDescription], _ open: ([PersistentStoreDescription]) throws -> Output
    ) throws -> Output {
        guard isOn else { return try open(stores) }
        let spans = Locked<[OngoingSpan?]>(stores.map { _ in nil })
        let observed = stores.enumerated().map { storeIndex, description in
            var description = description
            let report = description.onMigrationProgress
            description.onMigrationProgress = { progress in
                let mustBegin = spans.withLock { $0[storeIndex] == nil }
                if mustBegin, let span = self.begin(.migration, at: nil) { spans.withLock { $0[storeIndex] = span } }
                report?(progress)
            }
            return description
        }
        let result = Result { try open(observed) }
        for span in spans.withLock({ $0 }) { span?.end(result) }
        return try result.get()
    }
}
