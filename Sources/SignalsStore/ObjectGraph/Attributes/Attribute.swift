/// A property of a managed object that is kept in the store. Core Data's `@NSManaged` attribute.
///
/// ```swift
/// final class HouseholdTask: ManagedObject {
///     @Attribute(.unique) var name = ""
///     @Attribute(.indexed) var nextDueDate = Date.distantFuture
///     @Attribute var notes: String? = nil
/// }
/// ```
/// Reading and assigning are allowed on the queue of the object's context only; anywhere else the program stops with a
/// message that names the context and both queues.
@propertyWrapper
public struct Attribute<Value: AttributeValue> {
    @usableFromInline var value: Value
    /// The attribute's index in its entity; set when the object is made.
    @usableFromInline var index: UInt16 = 0
    /// True if the value was assigned since it was read from the store or saved.
    @usableFromInline var isChanged = false
    @usableFromInline let flags: AttributeOptions.Flags
    /// The index of the attribute's former names.
    @usableFromInline let formerNames: UInt16

    /// Declares an attribute that the store only keeps.
    ///
    /// - Parameter wrappedValue: the value of a new object.
    @inlinable
    public init(wrappedValue: Value) {
        // Run for each attribute of each object: without a list of options, and so without its reference counts.
        value = wrappedValue
        flags = []
        formerNames = 0
    }

    /// Declares an attribute.
    ///
    /// - Parameters:
    ///   - wrappedValue: the value of a new object.
    ///   - options: the services of the store for the attribute beside keeping it; several as a list.
    @inlinable
    public init(wrappedValue: Value, _ options: AttributeOptions) {
        value = wrappedValue
        flags = options.flags
        formerNames = options.formerNames.isEmpty ? 0 : FormerNames.note(options.formerNames)
    }

    /// Declares an attribute with more than one option.
    ///
    /// ```swift
    /// @Attribute(.unique, .renamed(from: "title")) var name = ""
    /// ```
    ///
    /// - Parameters:
    ///   - wrappedValue: the value of a new object.
    ///   - first: the services of the store for the attribute beside keeping it.
    ///   - second: the further option.
    ///   - others: any more options.
    @inlinable
    public init(
        wrappedValue: Value, _ first: AttributeOptions, _ second: AttributeOptions, _ others: AttributeOptions...
    ) {
        self.init(wrappedValue: wrappedValue, AttributeOptions([first, second] + others))
    }

    /// Only properties of managed objects can be attributes.
    @available(*, unavailable, message: "@Attribute is for properties of a class that inherits from ManagedObject")
    public var wrappedValue: Value {
        get { fatalError("@Attribute is for properties of a class that inherits from ManagedObject") }
        set { fatalError("@Attribute is for properties of a class that inherits from ManagedObject") }
    }

    /// The value, read and assigned on the queue of the object's context.
    @inlinable @inline(__always)
    public static subscript<Owner: ManagedObject>(
        _enclosingInstance owner: Owner,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Attribute<Value>>
    ) -> Value {
        @inline(__always) get {
            if !owner.confinement.isEntered || owner.isUnloaded {
                owner.verifyAccess(toAttribute: owner[keyPath: storageKeyPath].index)
            }
            return owner[keyPath: storageKeyPath].value
        }
        @inline(__always) set {
            if !owner.confinement.isEntered || owner.isUnloaded {
                owner.verifyAccess(toAttribute: owner[keyPath: storageKeyPath].index)
            }
            if !owner[keyPath: storageKeyPath].isChanged {
                owner.attributeWillChange(owner[keyPath: storageKeyPath].index)
            }
            owner[keyPath: storageKeyPath].value = newValue
        }
    }
}

// Declarations without a value, as of any variable that may be nil.
extension Attribute {
    /// Declares an attribute that may be nil, and is so in a new object.
    ///
    /// ```swift
    /// @Attribute(.unique) var code: Int?
    /// ```
    ///
    /// - Parameter options: the services of the store for the attribute beside keeping it; several as a list.
    @inlinable
    public init<Wrapped>(_ options: AttributeOptions) where Value == Wrapped? {
        self.init(wrappedValue: nil, options)
    }

    /// Declares an attribute that may be nil, and is so in a new object, with more than one option.
    ///
    /// - Parameters:
    ///   - first: the services of the store for the attribute beside keeping it.
    ///   - second: the further option.
    ///   - others: any more options.
    @inlinable
    public init<Wrapped>(_ first: AttributeOptions, _ second: AttributeOptions, _ others: AttributeOptions...)
    where Value == Wrapped? {
        self.init(wrappedValue: nil, AttributeOptions([first, second] + others))
    }
}
