extension FetchRequest {
    /// Returns the store's plans for the request: the indexes that it uses, and the tables that it scans.
    ///
    /// The context's unsaved changes are not part of it: they are evaluated in memory, beside the store's results. Runs
    /// on the context's queue.
    ///
    /// - Parameter context: the context that would fetch; of a child context, the store of its parents is asked.
    /// - Returns: a plan for each store that keeps such objects; none for a store of another package, and none where the
    ///   request is evaluated in memory.
    /// - Throws: `FetchError`, as the fetch would.
    public func explain(in context: ManagedObjectContext) throws -> [FetchPlan] {
        context.verify("explain(in:)")
        guard let query = try context.translatedQuery(self, context.entity(for: Object.self)) else { return [] }
        return try context.readStore { try $0.explain(query) }
    }
}
