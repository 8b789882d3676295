import Dispatch

extension ManagedObjectContext {
    /// A context of a container's store.
    ///
    /// - Parameters:
    ///   - concurrencyType: the queue that the context belongs to.
    ///   - container: the container whose store the context reads and saves to.
    public convenience init(concurrencyType: ConcurrencyType, container: PersistentContainer) {
        let queue: DispatchQueue =
            concurrencyType == .mainQueue ? .main : DispatchQueue(label: "context of \(container.name)")
        self.init(
            concurrencyType, queue: queue, coordinator: container.coordinator, model: container.model,
            defaults: container.contextDefaults)
    }

    /// A context for code that runs on a serial queue of its own, outside of `perform(_:)` too.
    convenience init(on queue: DispatchQueue, container: PersistentContainer) {
        let coordinator = container.coordinator
        self.init(
            .store(coordinator, container.model), .givenQueue, queue: queue, store: coordinator.numbers,
            keeping: container.model, defaults: container.contextDefaults)
    }
}
