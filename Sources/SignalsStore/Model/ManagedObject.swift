import Foundation

/// The base class of what a context manages: one object for one row of a store. Core Data's `NSManagedObject`.
///
/// ```swift
/// final class HouseholdTask: ManagedObject {
///     @Attribute(.unique) var name = ""
///     @Attribute var frequency = 1
/// }
/// let task = HouseholdTask(context: context)
/// ```
/// An object belongs to its context and is used on its queue only: it is not `Sendable`, the compiler refuses to send
/// one elsewhere, and what the compiler lets through stops the program. What may leave is `objectID`.
open class ManagedObject: ManagedObjectProtocol, Hashable, Identifiable {
    @usableFromInline final let confinement: QueueConfinement
    // Not counted: the confinement keeps the model.
    final unowned(unsafe) let entity: EntityDescription
    final let number: Int64
    /// Which of the context's stores the object is kept in.
    final let storeIndex: UInt8
    @exclusivity(unchecked) final var version: Int64
    @exclusivity(unchecked) final var status: ObjectStatus
    @exclusivity(unchecked) final var edits: ObjectEdits?
    /// Where the object is among those that the context's next save has something to do for.
    @exclusivity(unchecked) final var pendingPlace: Int?
    /// Whether the values are still in the store, and are read at the first access.
    @usableFromInline @exclusivity(unchecked) final var isUnloaded = false

    /// Inserts a new object into a context; it reaches the store with the context's next save.
    ///
    /// Runs on the context's queue. The context also calls this to make the object of a row that it fetched, so a
    /// subclass that overrides it does not do there what belongs to new objects only.
    ///
    /// - Parameter context: the context that the object belongs to; its container's model must name the class.
    public required init(context: ManagedObjectContext) {
        let identity = context.nextIdentity(for: Self.self)
        confinement = context.confinement
        entity = identity.entity
        number = identity.number
        storeIndex = identity.storeIndex
        version = identity.version
        status = identity.status
        for index in entity.slots.indices { entity.slots[index].setIndex(index, in: self) }
        for attribute in entity.transients { attribute.slot.setIndex(attribute.index, in: self) }
        for (index, slot) in entity.relationshipSlots.enumerated() {
            slot.prepare(index, isNew: status == .inserted, in: self)
        }
        context.register(self)
    }

    /// The names that the class had before, the latest first: opening a store that has objects of a former name, and
    /// none of the present one, takes them over. Core Data's `renamingIdentifier`.
    ///
    /// ```swift
    /// override class var renamedFrom: [String] { ["Task"] }
    /// ```
    open class var renamedFrom: [String] { [] }

    /// Names the object's row among those of all stores of its context: its number, which is below 2^55, and in the top
    /// byte the store.
    final var key: Int64 { number | Int64(storeIndex) << 56 }

    /// The context that the object belongs to; nil when the context is gone, or the object was deleted and saved, or
    /// its insertion was rolled back. May be read anywhere.
    public final var managedObjectContext: ManagedObjectContext? { status == .gone ? nil : confinement.context }

    /// Whether the object was inserted and not saved yet.
    public final var isInserted: Bool { status == .inserted }
    /// Whether the object is in the store and was changed since the last save.
    public final var isUpdated: Bool { status == .updated }
    /// Whether the object is to be deleted by the next save.
    public final var isDeleted: Bool { status == .deleted }
    /// Whether the next save has something to do for the object.
    public final var hasChanges: Bool { status != .clean && status != .gone }

    /// The slow path of each access: the context's queue was not entered with `perform`, or the object is a fault.
    @usableFromInline @inline(never)
    final func verifyAccess(toAttribute index: UInt16) {
        if !confinement.isCurrent { confinement.verify(.attribute(Int(index), of: self)) }
        if isUnloaded { fireFault() }
    }

    /// The slow path of an assignment: the first one to an attribute since it was read or saved.
    @usableFromInline @inline(never)
    final func attributeWillChange(_ index: UInt16) {
        let index = Int(index)
        guard index < entity.properties.count else { return }
        if confinement.isAbandoned { stopWithoutContext(index) }
        entity.properties[index].setChanged(true, in: self)
        guard status != .inserted, status != .gone else { return }
        guard let context = confinement.context else { stopWithoutContext(index) }
        let attribute = entity.properties[index]
        if edits == nil { edits = ObjectEdits(baseVersion: version) }
        edits?.base[attribute.index] = context.committedValue(of: attribute, in: self)
        if status == .clean { context.note(self, .updated) }
    }

    private final func stopWithoutContext(_ index: Int) -> Never {
        fatalError(
            "\(entity.name).\(entity.properties[index].name) was assigned, but the context is gone: keep it with its "
                + "objects.")
    }
}

extension ManagedObject {
    /// Whether both are one object: a context has one for each row.
    public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

    /// Hashes which object it is.
    public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Names the object in a list, as its `objectID` does.
    public final var id: AnyManagedObjectID { anyObjectID }
}

@available(*, unavailable, message: "a managed object belongs to its context's queue: hand on its objectID instead")
extension ManagedObject: Sendable {}
