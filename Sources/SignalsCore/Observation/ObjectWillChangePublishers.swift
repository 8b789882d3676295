/// The ``ObservableObjectPublisher`` of each object that has been asked for one, or has changed.
///
/// An object has no room for its publisher, and finding it by reflection would read all its properties, racing with
/// whoever writes them. So there is one table. A property that is set or watched enters its object here and remembers
/// the publisher; the entry goes when the last of them is released, with the object. An object none of whose properties
/// was touched yet is entered with a weak reference; that is avoided otherwise, since it makes all later use of the
/// object slower.
enum ObjectWillChangePublishers {
    private struct Entry {
        let publisher: ObservableObjectPublisher

        /// How many of the object's properties keep the entry.
        var properties = 0
        weak var object: AnyObject?

        /// Whether it is still the entry of a live object.
        func belongs(to object: AnyObject) -> Bool {
            properties > 0 || self.object === object
        }
    }

    private struct Table {
        var entries: [ObjectIdentifier: Entry] = [:]

        /// The number of entries at which those of released objects are looked for again.
        var limit = 64
    }

    // SAFETY: the objects in the table are compared by identity, never used; the lock guards the rest.
    nonisolated(unsafe) private static let table = Locked(Table())

    /// The publisher of an object, the same one as long as the object lives.
    static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        let identifier = ObjectIdentifier(object)
        let (publisher, stale) = table.withLock { table -> (ObservableObjectPublisher, Entry?) in
            if let entry = table.entries[identifier], entry.belongs(to: object) { return (entry.publisher, nil) }
            let entry = Entry(publisher: ObservableObjectPublisher(), object: object)
            return (entry.publisher, table.entries.updateValue(entry, forKey: identifier))
        }
        withExtendedLifetime(stale) { sweep() }
        return publisher
    }

    /// Enters a property's object, and returns the publisher to tell before the property changes: the object's
    /// `objectWillChange`, if that is an ``ObservableObjectPublisher``. A result must be given back to `leave`.
    static func enter(_ object: any ObservableObject) -> ObservableObjectPublisher? {
        let identifier = ObjectIdentifier(object)
        let stale = table.withLock { table -> Entry? in
            if table.entries[identifier]?.belongs(to: object) == true {
                table.entries[identifier]?.properties += 1
                return nil
            }
            return table.entries.updateValue(
                Entry(publisher: ObservableObjectPublisher(), properties: 1), forKey: identifier)
        }
        withExtendedLifetime(stale) {}
        return object.objectWillChange as? ObservableObjectPublisher
    }

    /// Removes a property's object with its last property.
    static func leave(_ object: ObjectIdentifier) {
        _ = table.withLock { table -> Entry? in
            table.entries[object]?.properties -= 1
            return table.entries[object]?.properties == 0 ? table.entries.removeValue(forKey: object) : nil
        }
    }

    /// Forgets the publishers of released objects, when the table has doubled since the last time.
    private static func sweep() {
        let released = table.withLock { table -> [Entry] in
            guard table.entries.count >= table.limit else { return [] }
            let released = table.entries.filter { $0.value.properties == 0 && $0.value.object == nil }
            for identifier in released.keys { table.entries[identifier] = nil }
            table.limit = max(64, table.entries.count * 2)
            return Array(released.values)
        }
        withExtendedLifetime(released) {}
    }
}
