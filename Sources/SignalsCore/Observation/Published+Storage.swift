// The property is read and changed under a lock of its object, which its hub has too.
extension Published {
    /// What is left to do after the lock when a value was set.
    @usableFromInline
    enum Change: Sendable {
        /// Release the value before.
        case stored(replaced: Value?)

        /// Deliver the value.
        case taken(PublishedCell<Value>, Gate.Entry, replaced: Value)

        /// Send the value to a hub with another lock: that of a wrapper that was copied from one object to another.
        case elsewhere(PublishedCell<Value>)

        @inlinable @inline(__always)
        func carryOut(_ value: Value) {
            switch self {
            case .stored(let replaced): withExtendedLifetime(replaced) {}
            case .taken(let cell, let entry, let replaced): cell.hub.finish(value, entry, replaced, isProperty: true)
            case .elsewhere(let cell): cell.hub.send(value, isProperty: true)
            }
        }
    }

    /// Takes on a value.
    @inlinable @inline(__always)
    mutating func take(_ newValue: Value, _ lock: Locked<Void>) -> Change {
        guard let cell else {
            var replaced: Value? = newValue
            swap(&value, &replaced)
            return .stored(replaced: replaced)
        }
        guard cell.hub.lock.isSame(as: lock), let (entry, replaced) = cell.hub.takeOnUnderLock(newValue) else {
            return .elsewhere(cell)
        }
        return .taken(cell, entry, replaced: replaced)
    }

    /// The value, or the cell that has it under another lock.
    @inlinable @inline(__always)
    func read(_ lock: Locked<Void>) -> (Value?, PublishedCell<Value>?) {
        guard let cell else { return (value, nil) }
        return cell.hub.lock.isSame(as: lock) ? (cell.hub.settledValueUnderLock, nil) : (nil, cell)
    }

    /// The cell, made of the value the first time.
    @usableFromInline
    mutating func observed(lock: Locked<Void>, object: ObjectIdentifier?) -> PublishedCell<Value> {
        if let cell { return cell }
        guard let value else { preconditionFailure("A published property has a value or is observed.") }
        let cell = PublishedCell(value, lock: lock, object: object)
        self.cell = cell
        self.value = nil
        return cell
    }
}
