import Foundation
import SignalsCore

/// The base class of the objects that a context manages: one object for one row of a store. Core Data's
/// `NSManagedObject`.
///
/// ```swift
/// final class HouseholdTask: ManagedObject {
///     @Attribute(.unique) var name = ""
///     @Attribute var frequency = 1
/// }
/// let task = HouseholdTask(context: context)
/// ```
/// An object belongs to its context and is used on its queue only: it is not `Sendable`, the compiler refuses to send
/// one elsewhere, and use that the compiler does not detect stops the program. Its `objectID` may be sent anywhere.
///
/// In a module whose declarations belong to the main actor by default, as in Xcode 26's template, a class is declared
/// `nonisolated final class`, and each extension of it `nonisolated extension`: see <doc:ComingFromCoreData>.
open class ManagedObject: ManagedObjectProtocol, ObservableObject {
    @usableFromInline final let confinement: QueueConfinement
    // SAFETY: the confinement, which the object keeps, keeps the model, and that its entities.
    final unowned(unsafe) let entity: EntityDescription
    /// Names the object's row among those of all stores of its context: see `StoreNumbers`. Another one only when a new
    /// object becomes one with a stored one.
    @exclusivity(unchecked) final var number: Int64
    @exclusivity(unchecked) final var version: Int64
    /// The state that few objects have.
    @exclusivity(unchecked) private final var extras: ObjectExtras?
    /// The index of the object among those that the context's next save has something to do for.
    @exclusivity(unchecked) final var pendingSlot: Int?
    @exclusivity(unchecked) final var status: ObjectStatus
    /// True if the values are still in the store, and are read at the first access.
    @usableFromInline @exclusivity(unchecked) final var isUnloaded = false
    /// True if the context's index of pending objects has the object with its present values.
    @exclusivity(unchecked) final var isEntered = false
    /// True if the row was gone when it was looked for: only changes made here keep the object, or it is gone too.
    @exclusivity(unchecked) final var isMissing = false
    /// True if another context has stored the row that is to be inserted here again, since its deletion was taken back.
    @exclusivity(unchecked) final var isStoredToo = false
    /// True if a newer row came in that was not taken over, since the object is to be deleted.
    @exclusivity(unchecked) final var isOutdated = false

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
        version = identity.version
        status = identity.status
        withEntity { $0.prepare(self) }
        context.register(self)
        if identity.status == .inserted { context.awake(self) }
    }

    /// Inserts a new object into a context whose container has several stores for its class.
    ///
    /// Runs on the context's queue. The program stops when no store of the container has the configuration and keeps
    /// the class: no other store is taken instead.
    ///
    /// - Parameters:
    ///   - context: the context that the object belongs to.
    ///   - configuration: the configuration of the store that the object goes into; nil for the store that was given
    ///     none.
    public convenience init(context: ManagedObjectContext, configuration: String?) {
        context.putNextInsertion(in: .configuration(configuration))
        self.init(context: context)
    }

    /// The names that the class had before, the latest first: opening a store that has objects of a former name, and
    /// none of the present one, takes them over. Core Data's `renamingIdentifier`.
    ///
    /// ```swift
    /// override class var renamedFrom: [String] { ["Task"] }
    /// ```
    open class var renamedFrom: [String] { [] }

    // Before the subclass's properties are released.
    deinit { Unmanaged.passUnretained(confinement)._withUnsafeGuaranteedRef { $0.objectGoesAway(self) } }

    /// Attributes, and relationships to one, of which no two objects may have the same values together; an object in
    /// which one of them is nil is not compared. Core Data's `uniquenessConstraints`.
    ///
    /// ```swift
    /// override class var uniquenessConstraints: [[AnyKeyPath]] { [[\Seat.row, \Seat.number]] }
    /// ```
    /// A save that would break one fails with `SaveError.Reason.valueTaken`, which names all of them. A key path to
    /// anything else stops the program when the model is made.
    open class var uniquenessConstraints: [[AnyKeyPath]] { [] }

    /// Indexes over several attributes, in descending order or over some of the objects; `.indexed` makes one over an
    /// attribute alone. Core Data's fetch indexes.
    ///
    /// ```swift
    /// override class var fetchIndexes: [FetchIndex] { [FetchIndex(.ascending(\Seat.row), .descending(\Seat.price))] }
    /// ```
    /// A subclass has its superclass's, unless it overrides them. A key path to anything but a stored attribute or a
    /// relationship to one stops the program when a store is opened. Stores of other packages may ignore them.
    open class var fetchIndexes: [FetchIndex] { [] }

    /// Runs a body with the entity, which the confinement keeps, without counting a reference to it.
    @inline(__always)
    final func withEntity<Result>(_ body: (EntityDescription) -> Result) -> Result {
        Unmanaged.passUnretained(entity)._withUnsafeGuaranteedRef(body)
    }

    /// The index of the object's store among the container's.
    final var storeIndex: Int { StoreNumbers.storeIndex(of: number) }

    /// The context that the object belongs to; nil when the context is gone, or the object was deleted and saved, or
    /// its insertion was rolled back. May be read anywhere.
    public final var managedObjectContext: ManagedObjectContext? { status == .gone ? nil : confinement.context }

    /// Gives a new object its first values. Core Data's `awakeFromInsert()`.
    ///
    /// Runs on the context's queue once in an object's life, at the end of `init(context:)`: not when it is fetched, nor
    /// when the save of a child context brings it to the parent. Its assignments are part of the insertion, and so not
    /// a separate step for `undo()`.
    open func awakeFromInsert() {}

    /// Prepares an object whose values have just been read. Core Data's `awakeFromFetch()`.
    ///
    /// Runs on the context's queue, for each object that a fetch makes, when all of them have their values. Its
    /// assignments are edits like any others, but not steps for `undo()`.
    open func awakeFromFetch() {}

    /// Called before the object is saved; may change it and other objects of the context, and is called again for an
    /// object that another's `willSave()` changes. Core Data's `willSave()`.
    ///
    /// Runs on the context's queue, for each object that was inserted, changed or deleted, in the order in which they were
    /// made, which is that of their IDs; also in the save of a child context. Objects that keep changing one another stop
    /// the program.
    open func willSave() {}

    /// Called after the object was saved, or its deletion. Core Data's `didSave()`.
    ///
    /// Runs on the context's queue when the save can no longer fail, in the order of `willSave()`. Changes that it makes
    /// wait for the next save.
    open func didSave() {}

    /// Validates a new object that is about to be saved. Core Data's `validateForInsert()`.
    ///
    /// Runs on the context's queue, after and in the order of `willSave()`; the first error ends the save. Throw one that
    /// `invalid(_:_:)` makes, so that the save's `SaveError` names the attribute; any other error is described in it.
    open func validateForInsert() throws {}

    /// Validates a changed object that is about to be saved. Core Data's `validateForUpdate()`.
    ///
    /// It runs, and its errors are reported, like `validateForInsert()`.
    open func validateForUpdate() throws {}

    /// Validates the deletion of the object. Core Data's `validateForDelete()`.
    ///
    /// It runs, and its errors are reported, like `validateForInsert()`.
    open func validateForDelete() throws {}

    /// The slow path of each access: the context's queue was not entered with `perform`, or the object is a fault.
    @usableFromInline @inline(never)
    final func verifyAccess(toAttribute index: UInt16) {
        // The main queue first: whether the context was entered has just been asked.
        if !confinement.isOnMainQueue, !confinement.isEntered { confinement.verify(.attribute(Int(index), of: self)) }
        if isUnloaded { fireFault() }
    }

    /// The slow path of an assignment: the first one to an attribute since it was read or saved, and each one while
    /// somebody has to be notified of each.
    @usableFromInline @inline(never)
    final func attributeWillChange(_ index: UInt16) {
        let index = Int(index)
        guard index < entity.properties.count, status != .loading else { return }
        // Last, since observers may fetch before the value is set.
        defer { valuesDidChange() }
        if confinement.isAttentive || willChange != nil { return notifyContext(ofAttribute: index) }
        // By the slot where there is one: a description is larger, and would be copied.
        if index < entity.slots.count {
            entity.slots.withUnsafeBufferPointer { $0[index].setChanged(true, in: self) }
        } else {
            entity.properties[index].setChanged(true, in: self)
        }
        guard status != .inserted, status != .gone else { return }
        guard let context = confinement.context else { stopWithoutContext(index) }
        context.keepBase(of: entity.properties[index], in: self)
    }

    /// Makes the context look at the values again when it looks for pending objects by them.
    @inline(__always)
    final func valuesDidChange() { if isEntered { confinement.context?.objects.enterAgain(self) } }

    private final func notifyContext(ofAttribute index: Int) {
        guard let context = confinement.context else { stopWithoutContext(index) }
        context.willAssign(entity.properties[index], of: self)
    }

    private final func stopWithoutContext(_ index: Int) -> Never {
        fatalError(
            "\(entity.name).\(entity.properties[index].name) was assigned, but the context is gone: keep it with its "
                + "objects.")
    }
}

// State that few objects have, stored outside of them, since a context may hold many objects.
extension ManagedObject {
    /// The assignments since it was read; nil where there are none.
    final var edits: ObjectEdits? {
        @inline(__always) get { extras?.edits }
        _modify {
            var edits = extras?.edits.take()
            defer { keep(edits.take()) }
            yield &edits
        }
    }

    /// The publisher that notifies observers; made when the first one asks for it.
    final var willChange: ObservableObjectPublisher? {
        @inline(__always) get { extras?.willChange }
        set { if newValue != nil || extras != nil { madeExtras.willChange = newValue } }
    }

    /// The stored forms of values that may be encoded differently each time, by their columns, as they were read; not of
    /// what was assigned since.
    final var forms: [Int: StoredValue] {
        @inline(__always) get { extras?.forms ?? [:] }
        _modify { yield &madeExtras.forms }
    }

    private final func keep(_ edits: ObjectEdits?) {
        if edits != nil { return madeExtras.edits = edits }
        guard let extras else { return }
        extras.edits = nil
        if extras.willChange == nil, extras.forms.isEmpty { self.extras = nil }
    }

    private final var madeExtras: ObjectExtras {
        if let extras { return extras }
        let made = ObjectExtras()
        extras = made
        return made
    }
}

private final class ObjectExtras {
    @exclusivity(unchecked) var edits: ObjectEdits?
    @exclusivity(unchecked) var willChange: ObservableObjectPublisher?
    @exclusivity(unchecked) var forms: [Int: StoredValue] = [:]
}

@available(*, unavailable, message: "a managed object belongs to its context's queue: hand on its objectID instead")
extension ManagedObject: Sendable {}
