/// The ``ObservableObjectPublisher`` of each object that has been asked for one, or has changed.
///
/// An object has no room for its publisher, and finding it by reflection would read all its properties, racing with
/// whoever writes them. So there is one table, with weak references, asked once an object and property: the property
/// remembers the answer.
enum ObjectWillChangePublishers {
    private struct Entry {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
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
        let (publisher, stale) = table.withLock { table in
            let identifier = ObjectIdentifier(object)
            if let entry = table.entries[identifier], entry.object === object {
                return (entry.publisher, nil as Entry?)
            }
            let publisher = ObservableObjectPublisher()
            let replaced = table.entries.updateValue(Entry(object: object, publisher: publisher), forKey: identifier)
            return (publisher, replaced)
        }
        sweep()
        withExtendedLifetime(stale) {}
        return publisher
    }

    /// Forgets the publisher of an object that is being released.
    static func forget(_ object: ObjectIdentifier, _ publisher: ObservableObjectPublisher) {
        _ = table.withLock { table -> Entry? in
            guard table.entries[object]?.publisher === publisher else { return nil }
            return table.entries.removeValue(forKey: object)
        }
    }

    /// Forgets the publishers of released objects, when the table has doubled since the last time.
    private static func sweep() {
        let released = table.withLock { table -> [Entry] in
            guard table.entries.count >= table.limit else { return [] }
            let released = table.entries.filter { $0.value.object == nil }
            for identifier in released.keys { table.entries[identifier] = nil }
            table.limit = max(64, table.entries.count * 2)
            return Array(released.values)
        }
        withExtendedLifetime(released) {}
    }
}
