import SignalsCore

extension ManagedObjectContext {
    /// Publishes the changes that are about to be saved, on the context's queue, before the objects' `willSave()`: a
    /// subscriber may still change objects. May be subscribed to anywhere.
    public var willSave: AnyPublisher<ObjectChanges, Never> { publisher(\.willSave).eraseToAnyPublisher() }

    /// Publishes the saved changes, on the context's queue, when they are on disk (or, from a child context, in its
    /// parent) and in the inbox of every context that merges automatically. May be subscribed to anywhere.
    public var didSave: AnyPublisher<ObjectChanges, Never> { publisher(\.didSave).eraseToAnyPublisher() }

    /// Publishes which objects were inserted, changed, deleted or refreshed since the last time, on the context's
    /// queue: once for all changes that one piece of work made there, before a save, and at `processPendingChanges()`.
    ///
    /// Read on the context's queue.
    public var objectsDidChange: AnyPublisher<ObjectChanges, Never> {
        verify("objectsDidChange")
        if !changeRecorder.isObserved {
            changeRecorder.observe()
            observeEveryAssignment()
        }
        return publisher(\.objectsDidChange).eraseToAnyPublisher()
    }

    /// Makes `objectsDidChange` publish the changes so far at once. Runs on the context's queue.
    public func processPendingChanges() {
        verify("processPendingChanges()")
        guard let changed = changeRecorder.takeChanges() else { return }
        subject(\.objectsDidChange)?.send(changed)
    }

    /// Notes that an object is no longer what it was.
    func didChange(_ object: ManagedObject) {
        if changeRecorder.isPreparing { changeRecorder.touch(object) }
        guard changeRecorder.isObserved else { return }
        let (id, status) = (object.anyObjectID, object.status)
        note { $0.note(id, status) }
    }

    /// Notes that an object was given values that another context saved.
    func didRefresh(_ object: ManagedObject) {
        guard changeRecorder.isObserved else { return }
        let id = object.anyObjectID
        note { $0.refreshedObjectIDs.insert(id) }
    }

    private func note(_ body: (inout ObjectChanges) -> Void) {
        if changeRecorder.note(body) { perform { [weak self] in self?.processPendingChanges() } }
    }

    func publish(_ keyPath: KeyPath<ContextSubjects, ContextSubjects.Subject?>, _ changes: () -> ObjectChanges) {
        guard core.withLock({ !$0.subjects.isEmpty }) else { return }
        subject(keyPath)?.send(changes())
    }

    /// The subject of `didSave`.
    var didSaveSubject: ContextSubjects.Subject { publisher(\.didSave) }

    private func subject(_ keyPath: KeyPath<ContextSubjects, ContextSubjects.Subject?>) -> ContextSubjects.Subject? {
        core.withLock { $0.subjects[keyPath: keyPath] }
    }

    private func publisher(
        _ keyPath: WritableKeyPath<ContextSubjects, ContextSubjects.Subject?>
    ) -> ContextSubjects.Subject {
        core.withLock { core in
            if let subject = core.subjects[keyPath: keyPath] { return subject }
            let subject = ContextSubjects.Subject()
            core.subjects[keyPath: keyPath] = subject
            return subject
        }
    }
}

/// The publishers of a context, each made when it is asked for.
struct ContextSubjects: Sendable {
    typealias Subject = PassthroughSubject<ObjectChanges, Never>

    var willSave: Subject?
    var didSave: Subject?
    var objectsDidChange: Subject?

    /// True if no publisher was made.
    var isEmpty: Bool { willSave == nil && didSave == nil && objectsDidChange == nil }
}
