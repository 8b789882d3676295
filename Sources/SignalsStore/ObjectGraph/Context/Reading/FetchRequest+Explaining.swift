extension FetchRequest {
    /// Returns how the store looks for what the request asks for: which indexes it uses, and which tables it goes
    /// through.
    ///
    /// What a context has changed has no part in it: it is judged in memory, beside what the store finds. Runs on the
    /// context's queue.
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
