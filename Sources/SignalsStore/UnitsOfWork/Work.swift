/// Runs the closure of a unit of work and takes down the events that it enqueued.
struct Work<Output: Sendable>: Sendable {
    let body: @Sendable (ManagedObjectContext, EventQueue) throws -> Output

    /// - Throws: `UnitOfWorkError.execution`.
    func run(in context: ManagedObjectContext) throws(UnitOfWorkError) -> FinishedWork<Output> {
        let events = EventQueue(context: context)
        do {
            return FinishedWork(output: try body(context, events), events: events)
        } catch { throw .execution(error) }
    }
}
