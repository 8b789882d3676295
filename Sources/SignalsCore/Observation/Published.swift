/// A property that publishes its changes. Combine's `@Published`.
///
/// ```swift
/// @Published var hasError = false
/// let watching = $hasError.sink { print("hasError:", $0) }  // prints "hasError: false", then each new value
/// ```
///
/// Setting it first fires the object's ``ObservableObject/objectWillChange``, then delivers the new value to the
/// subscribers, and then stores it: inside a subscriber the property still has its old value.
///
/// It is a property of a class. It may be set from any thread, which matters to objects that are `Sendable`; those of
/// the main actor are guarded by it.
@propertyWrapper
public struct Published<Value: Sendable>: Sendable {
    /// The value, until the property is observed.
    @usableFromInline var value: Value?

    /// The rest, from the time the property is observed: the value is in it then.
    @usableFromInline var cell: PublishedCell<Value>?

    /// A property with a first value.
    ///
    /// - Parameter wrappedValue: the value.
    @inlinable
    public init(wrappedValue: Value) {
        value = wrappedValue
    }

    /// A property with a first value.
    ///
    /// - Parameter initialValue: the value.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// Only classes can have published properties.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { fatalError("@Published is only available on properties of classes.") }
        nonmutating set { fatalError("@Published is only available on properties of classes.") }
    }

    /// The publisher of the values, for a wrapper that is held by itself. The property of a class is better observed
    /// through `$name`, by which its object is found. Setting it has no effect.
    public var projectedValue: Publisher {
        mutating get {
            let cell = cell ?? makeCell(lock: Locked(Elsewhere()), object: nil)
            (self.cell, value) = (cell, nil)
            return Publisher(cell)
        }
        nonmutating set {}
    }

    /// The property's publisher: the present value, then each new one before it is stored. Setting it has no effect.
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        projected projectedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Publisher>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Publisher {
        @inlinable
        get {
            observe(object, storageKeyPath)
        }
        set {}
    }

    /// The value of the property. An enclosing ``ObservableObject`` is notified before it changes.
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        @inlinable @inline(__always)
        get {
            read(object, storageKeyPath)
        }
        @inlinable @inline(__always)
        set {
            if ObjectWillChangePublishers.areAny { ObjectWillChangePublishers.announce(ObjectIdentifier(object)) }
            take(newValue, object, storageKeyPath)
        }
    }
}
