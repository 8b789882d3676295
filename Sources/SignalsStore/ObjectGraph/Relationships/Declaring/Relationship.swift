/// A property of a managed object that refers to other managed objects. Core Data's `@NSManaged` relationship.
///
/// ```swift
/// final class Person: ManagedObject {
///     @Attribute var name = ""
///     @Relationship(deleteRule: .cascade) var tasks: Set<HouseholdTask> = []
///     @Relationship var friends: Set<Person> = []
/// }
/// final class HouseholdTask: ManagedObject {
///     @Attribute var name = ""
///     @Relationship(inverse: \Person.tasks) var assignee: Person?
/// }
/// ```
/// An optional refers to one object, a `Set` to many, an `Array` to many in an order that is kept. The inverse is named
/// on one of the two sides only (on both it would be a circular reference to the compiler), and is kept from either
/// side at once: after `task.assignee = ada`, `ada.tasks` contains the task. Without an inverse a relationship is
/// one-way, and a `Set` may hold an object that other objects' sets hold too.
///
/// To add or take out one object costs the same however many a relationship holds: `task.assignee = ada`, and a set's
/// `insert` and `remove`, as in `ada.tasks.insert(task)`, and an array's `append`; an array's `insert(_:at:)` and
/// `remove(at:)` move its elements. To `undo()` and `redo()` such a change costs the same as the change, unless an array
/// has been put into another order since the last save, or some fifty objects were inserted at one place of it. Any other
/// change of a collection in place, such as `formUnion`, `append(contentsOf:)`, `swapAt` or a subscript, and assigning one,
/// compares all members: instead of a loop of them, change a variable and assign it once. The save of an array whose
/// objects have no to-one back looks at all of them if its order changed, and after an addition too in a context that
/// does not follow. An array holds an object once: to give it one twice stops the program. Two arrays cannot be each
/// other's inverse: one of them is a `Set`.
///
/// A context that merges another's save adds the new members and removes the ones that left. It reads all members again
/// for an array whose objects have no to-one back, for a many-to-many set that was changed here too, and if stored
/// objects that the context has not read now refer to the owner.
///
/// If two contexts change one array, neither loses a change: the common members come in the order of the context that
/// reordered them; after each of them come the members that the other context inserted there, then those that this one
/// did, and what either added at the end comes at the end. If both contexts reordered them, this context's merge policy
/// decides, both when the other's save is merged and when this context saves. If an array's objects have a to-one back,
/// these objects store the order: which of them become updated objects when the order changes here, or when such a
/// change is merged, is not specified.
///
/// Objects that are related belong to one context; to relate an object of another stops the program, and so does
/// relating one that is to be deleted by the next save: undo its deletion first. The objects at the other end are read
/// from the store at the first access. Reading and assigning are allowed on the queue of the object's context only.
@propertyWrapper
public struct Relationship<Value: RelationshipValue> {
    // The first field, so that it is found at the wrapper's address whatever the type of the value.
    @usableFromInline var state = RelationshipState()
    @usableFromInline var value: Value
    /// Only where the class is being described: it would be counted for each object.
    @usableFromInline let inverse: AnyKeyPath?
    @usableFromInline let deleteRule: DeleteRule
    @usableFromInline let isRequired: Bool
    /// The index of the relationship's former names.
    @usableFromInline let formerNames: UInt16

    /// Only properties of managed objects can be relationships.
    @available(*, unavailable, message: "@Relationship is for properties of a class that inherits from ManagedObject")
    public var wrappedValue: Value {
        get { fatalError("@Relationship is for properties of a class that inherits from ManagedObject") }
        set { fatalError("@Relationship is for properties of a class that inherits from ManagedObject") }
    }

    // Here and not in the extension, where the compiler does not find it for a property without a value.
    /// Declares a relationship without an inverse, or one whose inverse names this side.
    ///
    /// - Parameters:
    ///   - wrappedValue: the empty set or array, or nil.
    ///   - options: the rules of a save for the relationship, and its former names.
    ///   - deleteRule: the treatment of the objects at the other end when this object is deleted.
    @inlinable
    public init(wrappedValue: Value, _ options: RelationshipOptions = [], deleteRule: DeleteRule = .nullify) {
        self.init(wrappedValue, nil, deleteRule, options)
    }

    // Where the class is compiled: it runs for each object that is made.
    @inlinable
    init(_ value: Value, _ inverse: AnyKeyPath?, _ deleteRule: DeleteRule, _ options: RelationshipOptions) {
        guard value.firstMember == nil else {
            fatalError("A relationship begins with no objects: declare it with = [] or = nil.")
        }
        self.value = value
        self.inverse = inverse
        self.deleteRule = deleteRule
        isRequired = options.isRequired
        formerNames = options.formerNames.isEmpty ? 0 : FormerNames.note(options.formerNames)
    }

    /// The objects at the other end, read and assigned on the queue of the object's context.
    @inlinable @inline(__always)
    public static subscript<Owner: ManagedObject>(
        _enclosingInstance owner: Owner,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Relationship<Value>>
    ) -> Value {
        @inline(__always) get {
            if !owner.confinement.isEntered || !owner[keyPath: storageKeyPath].state.isResolved {
                owner.relationshipWillBeRead(owner[keyPath: storageKeyPath].state.index)
            }
            return owner[keyPath: storageKeyPath].value
        }
        @inline(__always) set {
            owner.assign(newValue, toRelationship: owner[keyPath: storageKeyPath].state.index)
        }
        @inline(__always) _modify {
            let index = owner[keyPath: storageKeyPath].state.index
            if !owner.confinement.isEntered || !owner[keyPath: storageKeyPath].state.isResolved {
                owner.relationshipWillBeRead(index)
            }
            let members = owner.beginMutation(ofRelationship: index, of: owner[keyPath: storageKeyPath].value)
            defer { owner.endMutation(members, ofRelationship: index, of: owner[keyPath: storageKeyPath].value) }
            yield &members.pointee
        }
    }
}

extension Relationship {
    /// Declares a relationship to many objects with its inverse.
    ///
    /// - Parameters:
    ///   - wrappedValue: the empty set or array.
    ///   - options: the rules of a save for the relationship, and its former names.
    ///   - inverse: the relationship of the other class that refers back, which names no inverse itself.
    ///   - deleteRule: the treatment of the objects at the other end when this object is deleted.
    @inlinable
    public init<Inverse: RelationshipValue>(
        wrappedValue: Value, _ options: RelationshipOptions = [],
        inverse: @autoclosure () -> KeyPath<Value.Target, Inverse>, deleteRule: DeleteRule = .nullify
    ) {
        self.init(wrappedValue, FormerNames.isDescribing ? inverse() : nil, deleteRule, options)
    }

    /// Declares a relationship to one object without an inverse, or one whose inverse names this side.
    ///
    /// - Parameters:
    ///   - options: the rules of a save for the relationship, and its former names.
    ///   - deleteRule: the treatment of the object at the other end when this object is deleted.
    @inlinable
    public init<Target>(_ options: RelationshipOptions, deleteRule: DeleteRule = .nullify)
    where Value == Target? {
        self.init(nil, nil, deleteRule, options)
    }

    /// Declares a relationship to one object without an inverse, or one whose inverse names this side.
    ///
    /// - Parameter deleteRule: the treatment of the object at the other end when this object is deleted.
    @inlinable
    public init<Target>(deleteRule: DeleteRule) where Value == Target? { self.init(nil, nil, deleteRule, []) }

    /// Declares a relationship to one object with its inverse.
    ///
    /// - Parameters:
    ///   - options: the rules of a save for the relationship, and its former names.
    ///   - inverse: the relationship of the other class that refers back, which names no inverse itself.
    ///   - deleteRule: the treatment of the object at the other end when this object is deleted.
    @inlinable
    public init<Target, Inverse: RelationshipValue>(
        _ options: RelationshipOptions = [], inverse: @autoclosure () -> KeyPath<Target, Inverse>,
        deleteRule: DeleteRule = .nullify
    ) where Value == Target? {
        self.init(nil, FormerNames.isDescribing ? inverse() : nil, deleteRule, options)
    }
}
