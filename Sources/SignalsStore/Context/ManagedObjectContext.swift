import Dispatch
import Foundation
import Signals

/// A scratch pad of managed objects: fetches them, keeps one object for each row, and saves what was changed, all or
/// nothing. Core Data's `NSManagedObjectContext`.
///
/// The context may be handed around; what it manages belongs to its queue. Everything here and each attribute of its
/// objects is used on that queue, inside `perform(_:)` or, for a main-queue context, on the main actor. Anything else
/// stops the program with a message that names the context and both queues, in debug and in release.
public final class ManagedObjectContext {
    /// The kind of queue that a context belongs to.
    public enum ConcurrencyType: Sendable {
        /// The main queue, which is the main actor's.
        case mainQueue
        /// A queue of the context's own, reached with `perform(_:)`.
        case privateQueue
    }

    /// Where the context's objects come from.
    enum Source: Sendable {
        case store(StoreCoordinator, ManagedObjectModel)
        case prototype(EntityDescription)
    }

    let confinement: QueueConfinement
    let source: Source
    @exclusivity(unchecked) var objects = ObjectRegistry()
    /// Rows that were read together with another, and are not objects yet.
    var rows: [Int64: (row: RowPage.Row, entity: EntityDescription)] = [:]
    var neighbors = FaultNeighbors()
    /// Whether objects may hold each other, so that they have to be parted at the end.
    var hasRelatedObjects = false
    /// What becomes of an object whose row turns out to be gone when its values are read: true, the default, and it has
    /// the values that its class declares and belongs to no context any more; false, and the program stops with a
    /// message that names the object. Core Data's property of that name. Read and set on the context's queue.
    public var shouldDeleteInaccessibleFaults = true
    private let inbox = Locked(CommitNotice())

    /// A context of a container's store.
    ///
    /// - Parameters:
    ///   - concurrencyType: the queue that the context belongs to.
    ///   - container: the container whose store the context reads and saves to.
    public convenience init(concurrencyType: ConcurrencyType, container: PersistentContainer) {
        let queue: DispatchQueue =
            concurrencyType == .mainQueue ? .main : DispatchQueue(label: "context of \(container.name)")
        self.init(concurrencyType, queue: queue, coordinator: container.coordinator, model: container.model)
    }

    init(_ type: ConcurrencyType, queue: DispatchQueue, coordinator: StoreCoordinator, model: ManagedObjectModel) {
        source = .store(coordinator, model)
        confinement = QueueConfinement(
            type == .mainQueue ? .mainQueue : .privateQueue, queue: queue, store: coordinator.store.identifier,
            keeping: model)
        confinement.adopt(self)
    }

    /// A context for an object of which nothing but the shape is of interest.
    init(prototypeOf entity: EntityDescription, recorder: AccessRecorder) {
        source = .prototype(entity)
        confinement = QueueConfinement(.prototype(recorder), queue: .main, store: UUID(), keeping: entity)
        confinement.adopt(self)
    }

    deinit {
        confinement.abandon()
        // Related objects hold each other, and would outlive the context that they are of no use without.
        if hasRelatedObjects { for object in objects.all { object.breakRelationships() } }
    }

    /// A name for messages. May be read and set anywhere.
    public var name: String? {
        get { confinement.name }
        set { confinement.name = newValue }
    }

    /// Whether the next save has something to do.
    public var hasChanges: Bool {
        verify("hasChanges")
        return !objects.pending.isEmpty
    }

    /// Stops the program unless this is the context's queue.
    func verify(_ operation: String) {
        if !confinement.isEntered { confinement.verify(.context("ManagedObjectContext.\(operation)")) }
    }

    var coordinator: StoreCoordinator {
        guard case .store(let coordinator, _) = source else { fatalError("A prototype's context has no store.") }
        return coordinator
    }

    func entity(named name: String) -> EntityDescription? {
        guard case .store(_, let model) = source else { return nil }
        return model.entities.first { $0.name == name }
    }

    func entity(for type: ManagedObject.Type) -> EntityDescription {
        switch source {
        case .store(_, let model): model.entity(for: type)
        case .prototype(let entity): entity
        }
    }
}

// SAFETY: `objects` is touched on the context's queue only, which each entry verifies; the rest is Sendable itself.
extension ManagedObjectContext: @unchecked Sendable {}

// What others committed.
extension ManagedObjectContext {
    /// Takes note of a commit; may be called on any thread.
    func receive(_ notice: CommitNotice) {
        // Rows that were added concern no object that exists already, unless they refer to it.
        var notice = notice
        notice.inserted.removeAll { !$0.entity.relationships.contains { $0.cardinality == .toOne } }
        guard !notice.isEmpty else { return }
        let isFirst = inbox.withLock { inbox in
            defer { inbox.merge(notice) }
            return inbox.isEmpty
        }
        // A hop that finds the inbox empty does nothing; a fetch before it applies the notice itself.
        if isFirst { perform { [weak self] in try? self?.applyInbox() } }
    }

    /// Reads again what others changed, where it is known here. Attributes that were edited here keep their edits.
    func applyInbox() throws {
        let notice = inbox.withLock { inbox in
            defer { inbox = CommitNotice() }
            return inbox
        }
        guard !notice.isEmpty else { return }
        do { try refresh(notice) } catch {
            inbox.withLock { $0.merge(notice) }
            throw error
        }
    }

    /// Has what the rules of relationships did to rows show here, as soon as it can be read.
    func note(_ consequences: CommitNotice) {
        guard !consequences.isEmpty else { return }
        inbox.withLock { $0.merge(consequences) }
        try? applyInbox()
    }

    /// Has a row read again before the next fetch.
    func markStale(_ object: ManagedObject) {
        inbox.withLock {
            _ = $0.updated[object.entity.name, default: CommitNotice.UpdatedRows()].numbers.insert(object.number)
        }
    }
}
