import SignalsCore

/// The objects that outlive a context: those with changes, or that hold each other. They belong to its queue, wherever
/// the context was released, and are released there.
struct OrphanedObjects {
    private let confinement: QueueConfinement
    private let pending: ContiguousArray<ManagedObject>
    private let history: UndoHistory
    private let awaking: ContiguousArray<ManagedObject>
    private let mayHaveRelatedObjects: Bool

    init(
        _ confinement: QueueConfinement, _ pending: ContiguousArray<ManagedObject>, _ history: UndoHistory,
        _ awaking: ContiguousArray<ManagedObject>, mayHaveRelatedObjects: Bool
    ) {
        self.confinement = confinement
        self.pending = pending
        self.history = history
        self.awaking = awaking
        self.mayHaveRelatedObjects = mayHaveRelatedObjects
    }

    /// True if nothing has to be done.
    var isEmpty: Bool {
        !mayHaveRelatedObjects && pending.isEmpty && awaking.isEmpty && !history.canUndo && !history.canRedo
    }

    /// Parts the objects, on this thread if it is the queue's, or else there, which is not waited for.
    consuming func release() {
        if confinement.isCurrent || BackgroundTasks.isRunning(on: confinement.queue) { return partObjects() }
        let queue = confinement.queue
        // SAFETY: it makes one hop, to the queue that the objects belong to, and is used and released nowhere else.
        let hop = Vouched(Hop(self))
        queue.async { hop.value.release() }
    }

    // Related objects hold each other, and would outlive the context that they are of no use without.
    private func partObjects() {
        guard mayHaveRelatedObjects else { return }
        confinement.enter { for object in confinement.identities.all { object.breakRelationships() } }
    }

    private final class Hop {
        private var orphans: OrphanedObjects?

        init(_ orphans: OrphanedObjects) { self.orphans = orphans }

        func release() {
            guard let orphans = orphans.take() else { return }
            orphans.confinement.enter { orphans.partObjects() }
        }
    }
}
