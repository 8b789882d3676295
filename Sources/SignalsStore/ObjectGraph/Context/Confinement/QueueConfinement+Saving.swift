import Dispatch
import SignalsCore
import SignalsStoreCore

/// The work that waits while a context is saved off its queue: a background task gives its queue to others while its
/// changes are committed, and ends in whichever slot is free then.
struct WorkAfterSave: Sendable {
    /// The closures that were handed to the queue.
    fileprivate var closures = Queue<@Sendable () -> Void>()
    /// The threads that wait to use the context.
    fileprivate var gates: [DispatchSemaphore] = []
    /// True if the save has ended, and the closures are to run on the queue next.
    fileprivate var isOver = false
}

extension QueueConfinement {
    /// Runs a closure on the queue, after those handed to it before.
    func async(_ body: @escaping @Sendable () -> Void) {
        queue.async { [self] in if !putOff(body) { enter(body) } }
    }

    /// Runs a closure on the queue and returns its result. Not called on the queue.
    func sync<Output>(_ body: () throws -> Output) rethrows -> Output {
        while true {
            waitForSave()
            let output = try queue.sync { isSaving.load(ordering: .acquiring) ? nil : Optional(try enter(body)) }
            // The save began while this waited for the queue.
            if let output { return output }
        }
    }

    /// Puts off what is handed to the queue until `endSaving`. Called on the queue.
    func beginSaving() {
        core.withLock { $0.afterSave = WorkAfterSave() }
        isSaving.store(true, ordering: .releasing)
    }

    /// Runs the work that was put off on the queue, in its order, before any work that comes now.
    func endSaving() {
        guard isSaving.load(ordering: .relaxed) else { return }
        let (gates, hasClosures) = core.withLock { core in
            defer { core.afterSave?.isOver = true }
            return (core.afterSave?.gates ?? [], hasNext(&core))
        }
        // On the queue: work that is queued already comes after them.
        if hasClosures { queue.async { self.runAfterSave() } }
        for gate in gates { gate.signal() }
    }

    private func runAfterSave() {
        while let body = core.withLock({ core in hasNext(&core) ? core.afterSave?.closures.popFirst() : nil }) {
            enter(body)
        }
    }

    /// True if closures were put off; ends that where they were not.
    private func hasNext(_ core: inout ContextCore) -> Bool {
        if core.afterSave?.closures.isEmpty == false { return true }
        core.afterSave = nil
        isSaving.store(false, ordering: .releasing)
        return false
    }

    /// Returns when the context is not being saved off its queue.
    func waitForSave() {
        guard isSaving.load(ordering: .acquiring) else { return }
        let gate = core.withLock { core -> DispatchSemaphore? in
            if core.afterSave?.isOver ?? true { return nil }
            let gate = DispatchSemaphore(value: 0)
            core.afterSave?.gates.append(gate)
            return gate
        }
        if let gate { BackgroundTasks.givingUpSlot { gate.wait() } }
    }

    /// Keeps a closure for the end of a save; false where none is under way.
    private func putOff(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard isSaving.load(ordering: .acquiring) else { return false }
        return core.withLock { core in
            core.afterSave?.closures.append(body)
            return core.afterSave != nil
        }
    }
}
