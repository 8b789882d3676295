import Dispatch
import Foundation
import SignalsCore

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

    /// The source of the context's objects.
    enum Source: Sendable {
        case store(StoreCoordinator, ManagedObjectModel)
        case parent(ManagedObjectContext)
        case prototype(EntityDescription)
    }

    /// The queue that the context belongs to, with what may be used on any other.
    @usableFromInline let confinement: QueueConfinement
    /// The source of the context's objects until its first inner save.
    let origin: Source
    /// The context that inner saves go into, and that this one reads from since the first of them.
    let level = SetOnce<ManagedObjectContext>()
    /// The part of saves in what a closure comes to that runs with this context.
    @exclusivity(unchecked) var innerSaves = InnerSaves.none
    var source: Source { level.value.map(Source.parent) ?? origin }
    /// The objects, without those of rows that become objects only when they are looked for.
    @exclusivity(unchecked) var registry: ObjectRegistry
    /// All objects: those that rows are still to become are made first.
    var objects: ObjectRegistry {
        @inline(__always) _read {
            if !cascadedRows.isEmpty { makeCascadedObjects() }
            yield registry
        }
        @inline(__always) _modify {
            if !cascadedRows.isEmpty { makeCascadedObjects() }
            yield &registry
        }
    }
    /// The rows that are to be deleted with their owners, and that have no objects yet.
    @exclusivity(unchecked) var cascadedRows = CascadedRows()
    /// The objects that were inserted and not saved.
    @exclusivity(unchecked) var insertions = Insertions()
    /// The reads of values at their first access.
    @exclusivity(unchecked) var faulting = Faulting()
    /// The references that are not resolved, and the ends of relationships that other contexts may have changed.
    @exclusivity(unchecked) var relationships = RelationshipRecord()
    /// The treatment of an object whose row turns out to be deleted when its values are read. If true, the default, the
    /// object gets the values that its class declares and belongs to no context any more; if false, the program stops
    /// with a message that names the object. Core Data's property of that name. Read and set on the context's queue.
    public var shouldDeleteInaccessibleFaults: Bool {
        get { faulting.deletesInaccessible }
        set { faulting.deletesInaccessible = newValue }
    }
    /// The steps of `undo()` and `redo()`.
    @exclusivity(unchecked) var history = UndoHistory(isEnabled: false)
    /// The objects that changed since observers were last notified.
    @exclusivity(unchecked) var changeRecorder = ChangeRecorder()
    /// The message with which the program stops when something is changed in a context that is only for reading.
    var readOnlyMessage: String? { didSet { updateAttention() } }
    /// The source of what is read: the store, a state of it, or replicas.
    var readSource = ReadSource()
    /// True if the context reads a state of the store that it is pinned to.
    var isPinned: Bool { readSource.isPinned }
    /// The lists that were read or changed, and the positions of their members.
    @exclusivity(unchecked) var listPositions = ListPositions()
    /// The number of times that objects were handed to children: the version that theirs have.
    var exports: Int64 = 0
    /// The settings that the context has of its container.
    let defaults: ContextDefaults
    /// The diagnosis of the queries.
    var queryWatch = QueryWatch()

    /// A child context: it reads what the parent has, changes that were not saved included, and saves to the parent.
    ///
    /// ```swift
    /// let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: container.viewContext)
    /// let draft = try form.existingObject(with: task.objectID)
    /// draft.name = "Water plants"
    /// try form.save()  // or let go of the context, to cancel
    /// ```
    /// It keeps the parent. What it fetches and saves is done on the parent's queue, for which it waits: the parent's
    /// queue must not wait for the child's meanwhile, other than with `performAndWait(_:)` of the child or of one below it.
    ///
    /// - Parameters:
    ///   - concurrencyType: the queue that the context belongs to.
    ///   - parent: the context to read from and save to.
    public convenience init(concurrencyType: ConcurrencyType, parent: ManagedObjectContext) {
        let queue: DispatchQueue =
            concurrencyType == .mainQueue
            ? .main : DispatchQueue(label: "child of \(parent.name ?? "a context without a name")")
        self.init(parent: parent, concurrencyType == .mainQueue ? .mainQueue : .privateQueue, queue: queue)
    }

    /// A child context on an existing queue.
    convenience init(parent: ManagedObjectContext, _ kind: QueueConfinement.Kind, queue: DispatchQueue) {
        self.init(
            .parent(parent), kind, queue: queue, store: parent.confinement.store, keeping: parent.confinement.kept,
            defaults: parent.defaults)
    }

    convenience init(
        _ type: ConcurrencyType, queue: DispatchQueue, coordinator: StoreCoordinator, model: ManagedObjectModel,
        defaults: ContextDefaults, name: String? = nil
    ) {
        self.init(
            .store(coordinator, model), type == .mainQueue ? .mainQueue : .privateQueue, queue: queue,
            store: coordinator.numbers, keeping: model, defaults: defaults, name: name)
    }

    /// A context that another's inner saves go into: it reads and saves where that one did.
    convenience init(levelBelow context: ManagedObjectContext) {
        let confinement = context.confinement
        self.init(
            context.origin, .levelBelow(confinement), queue: confinement.queue, store: confinement.store,
            keeping: confinement.kept, defaults: context.defaults, name: context.name)
        // The rows that it reports are newer than all that its parent has read.
        exports = 1 << 60
    }

    init(
        _ source: Source, _ kind: QueueConfinement.Kind, queue: DispatchQueue, store: StoreNumbers,
        keeping kept: any AnyObject & Sendable, defaults: ContextDefaults, name: String? = nil
    ) {
        origin = source
        self.defaults = defaults
        confinement = QueueConfinement(kind, queue: queue, store: store, keeping: kept, name: name)
        registry = ObjectRegistry(confinement.identities)
        history = UndoHistory(isEnabled: confinement.isOfMainQueue)
        confinement.adopt(self)
        updateAttention()
    }

    /// A context for an object of which nothing but the shape is of interest.
    init(prototypeOf entity: EntityDescription, recorder: AccessRecorder) {
        origin = .prototype(entity)
        defaults = ContextDefaults()
        confinement = QueueConfinement(
            .prototype(recorder), queue: .main, store: StoreNumbers([UUID()]), keeping: entity)
        registry = ObjectRegistry(confinement.identities)
        confinement.adopt(self)
    }

    deinit {
        confinement.abandon()
        let orphans = OrphanedObjects(
            confinement, registry.takeChanged(), history, faulting.exchange(fetched: []),
            mayHaveRelatedObjects: relationships.hasRelatedObjects)
        if orphans.isEmpty { return }
        history = UndoHistory(isEnabled: false)
        orphans.release()
    }

    /// Parts the objects of a context that will not be used any more, on its queue.
    func partRelatedObjects() {
        guard relationships.hasRelatedObjects else { return }
        for object in objects.all { object.breakRelationships() }
        relationships.hasRelatedObjects = false
    }

    var core: Locked<ContextCore> { confinement.core }

    /// A name for messages. May be read and set anywhere.
    public var name: String? {
        get { confinement.name }
        set { confinement.name = newValue }
    }

    /// True if the next save has something to do.
    public var hasChanges: Bool {
        verify("hasChanges")
        return !registry.pending.isEmpty || innerSaves == .none && innerLevel?.registry.pending.isEmpty == false
    }

    /// Stops the program unless this is the context's queue.
    func verify(_ operation: @autoclosure () -> String) {
        if !confinement.isEntered { confinement.verify(.context("ManagedObjectContext.\(operation())")) }
    }

    var coordinator: StoreCoordinator {
        switch source {
        case .store(let coordinator, _): coordinator
        case .parent(let parent): parent.coordinator
        case .prototype: fatalError("A prototype's context has no store.")
        }
    }

    func entity(for type: ManagedObject.Type) -> EntityDescription {
        switch source {
        case .store(_, let model): model.entity(for: type)
        case .parent(let parent): parent.entity(for: type)
        case .prototype(let entity): entity
        }
    }

    func objectID(_ number: Int64, _ entity: EntitySchema) -> AnyManagedObjectID {
        AnyManagedObjectID(entityName: entity.name, store: confinement.store, number: number)
    }

    /// The entities of the model.
    var entities: [EntityDescription] {
        switch source {
        case .store(_, let model): model.entities
        case .parent(let parent): parent.entities
        case .prototype(let entity): [entity]
        }
    }

    func entity(named name: String) -> EntityDescription? {
        switch source {
        case .store(_, let model): model.entities.first { $0.name == name }
        case .parent(let parent): parent.entity(named: name)
        case .prototype(let entity): entity
        }
    }
}

// SAFETY: what is a `var` is touched on the context's queue only, which each entry verifies; the rest is Sendable.
extension ManagedObjectContext: @unchecked Sendable {}
