// The property is read and changed under a lock of its object, which its hub has too.
extension Published {
    /// Takes on a value of an object's property, and delivers it.
    @inlinable @inline(__always)
    static func take<Object: AnyObject>(
        _ newValue: Value, _ object: Object, _ property: ReferenceWritableKeyPath<Object, Published>
    ) {
        // Not returned with the value in a tuple, whose metadata unspecialised code would look up each time.
        var hub: Unmanaged<Hub>?
        var entry = Gate.Entry.busy
        let replaced = SharedLocks.with(object) { lock in
            lock.withLock { _ -> Value in
                hub = Self.hub(of: object, property)
                guard let hub else { return replaceStored(newValue, object, property) }
                return hub._withUnsafeGuaranteedRef { owned in
                    if owned.lock.isSame(as: lock) { entry = owned.enterUnderLock() }
                    if entry != .busy { return owned.replace(by: newValue) }
                    _ = hub.retain()
                    return newValue
                }
            }
        }
        guard let hub else { return withExtendedLifetime(replaced) {} }
        if entry == .busy {
            hub._withUnsafeGuaranteedRef { _ = $0.send(newValue, isProperty: true) }
            return hub.release()
        }
        hub._withUnsafeGuaranteedRef { $0.finishBorrowed(newValue, entry, replaced) }
    }

    /// Takes on a value of a property that nobody observes. Returns the one before, to be released after the lock.
    @inlinable @inline(__always)
    static func replaceStored<Object: AnyObject>(
        _ newValue: Value, _ object: Object, _ property: ReferenceWritableKeyPath<Object, Published>
    ) -> Value {
        var value: Value? = newValue
        swap(&object[keyPath: property].value, &value)
        // A property that nobody observes has a value.
        return value ?? newValue
    }

    @usableFromInline typealias Hub = LatestValueHub<Value, Never>

    /// Returns the hub of an object's property, once it is observed.
    @inlinable @inline(__always)
    static func hub<Object: AnyObject>(
        of object: Object, _ property: ReferenceWritableKeyPath<Object, Published>
    ) -> Unmanaged<Hub>? {
        guard let cell = object[keyPath: property].cell else { return nil }
        return Unmanaged.passUnretained(cell.hub)
    }

    /// Returns the value of an object's property.
    @inlinable @inline(__always)
    static func read<Object: AnyObject>(
        _ object: Object, _ property: ReferenceWritableKeyPath<Object, Published>
    ) -> Value {
        let (value, cell) = SharedLocks.with(object) { lock in
            lock.withLock { _ -> (Value?, PublishedCell<Value>?) in
                guard let cell = object[keyPath: property].cell else { return (object[keyPath: property].value, nil) }
                return cell.hub.lock.isSame(as: lock) ? (cell.hub.settledValueUnderLock, nil) : (nil, cell)
            }
        }
        return value ?? cell.unsafelyUnwrapped.hub.settledValue
    }

    /// Returns the publisher of an object's property, which is observed from now on.
    @inlinable
    static func observe<Object: AnyObject>(
        _ object: Object, _ property: ReferenceWritableKeyPath<Object, Published>
    ) -> Publisher {
        SharedLocks.with(object) { lock in
            lock.withLock { _ in
                let published = object[keyPath: property]
                if let cell = published.cell { return Publisher(cell) }
                let made = published.makeCell(lock: lock, object: ObjectIdentifier(object))
                // Swapped, so that each access is over at once: then the compiler need not check them at run time.
                var cell: PublishedCell<Value>? = made
                var value: Value?
                swap(&object[keyPath: property].cell, &cell)
                swap(&object[keyPath: property].value, &value)
                return Publisher(made)
            }
        }
    }

    /// Returns a cell with the value.
    @usableFromInline
    func makeCell(lock: Locked<Elsewhere>, object: ObjectIdentifier?) -> PublishedCell<Value> {
        guard let value else { fatalError("A published property has a value or is observed.") }
        return PublishedCell(value, lock: lock, object: object)
    }
}
