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

    /// The rest, from the time the property is observed: the value is there then.
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

    /// The publisher of the values, for a wrapper that is held by itself. The property of a class is better told about
    /// by `$name`, through which its object is found. Setting it has no effect.
    public var projectedValue: Publisher {
        mutating get { Publisher(observed(lock: Locked(()), object: nil)) }
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
            let lock = SharedLocks.lock(of: object)
            return lock.withLock { _ in
                Publisher(object[keyPath: storageKeyPath].observed(lock: lock, object: ObjectIdentifier(object)))
            }
        }
        set {}
    }

    /// The value of the property. An enclosing ``ObservableObject`` is told before it changes.
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        @inlinable @inline(__always)
        get {
            let lock = SharedLocks.lock(of: object)
            let (value, cell) = lock.withLock { _ in object[keyPath: storageKeyPath].read(lock) }
            return value ?? cell.unsafelyUnwrapped.hub.settledValue
        }
        @inlinable @inline(__always)
        set {
            if ObjectWillChangePublishers.areAny { ObjectWillChangePublishers.announce(ObjectIdentifier(object)) }
            let lock = SharedLocks.lock(of: object)
            let change = lock.withLock { _ in object[keyPath: storageKeyPath].take(newValue, lock) }
            change.carryOut(newValue)
        }
    }
}
