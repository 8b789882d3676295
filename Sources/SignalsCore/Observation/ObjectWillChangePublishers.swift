import Synchronization

/// The ``ObservableObjectPublisher`` of each object that somebody watches as a whole.
///
/// An object has no room for its publisher, and finding it by reflection would read all its properties, racing with
/// whoever writes them. So there are tables, in which an object is from the time its `objectWillChange` is asked for until
/// nobody has that any more, neither the publisher nor a subscription to it. Objects that nobody watches are in none.
@usableFromInline
enum ObjectWillChangePublishers {
    private struct Entry: Sendable {
        weak var hub: ObjectWillChangeHub?
        weak var publisher: ObservableObjectPublisher?
    }

    private typealias Table = [ObjectIdentifier: Entry]

    private static let tables = (0..<64).map { _ in Locked(Table()) }

    /// The number of objects in the tables.
    @usableFromInline static let count = Atomic<Int>(0)

    /// True if any object is watched.
    @inlinable @inline(__always)
    static var areAny: Bool { count.load(ordering: .acquiring) > 0 }

    /// The publisher of an object, the same one as long as somebody has it.
    static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        // What is loaded is returned: it may be the last reference, and its deinit enters the table.
        let (publisher, _) = table(of: ObjectIdentifier(object)).withLock { table in
            let entry = table[ObjectIdentifier(object)]
            if let publisher = entry?.publisher { return (publisher, entry?.hub) }
            let hub = entry?.hub ?? ObjectWillChangeHub(object)
            let publisher = ObservableObjectPublisher(hub)
            if entry == nil { count.add(1, ordering: .acquiringAndReleasing) }
            table[ObjectIdentifier(object)] = Entry(hub: hub, publisher: publisher)
            return (publisher, hub)
        }
        return publisher
    }

    /// Tells those who watch an object that it is about to change.
    @usableFromInline @inline(never)
    static func announce(_ object: ObjectIdentifier) {
        table(of: object).withLock { $0[object]?.hub }?.passOn(())
    }

    /// Removes an object, unless it has another hub.
    static func forget(_ object: ObjectIdentifier) {
        table(of: object).release { table -> ObjectWillChangeHub? in
            guard let entry = table[object] else { return nil }
            if let hub = entry.hub { return hub }
            table[object] = nil
            count.subtract(1, ordering: .acquiringAndReleasing)
            return nil
        }
    }

    private static func table(of object: ObjectIdentifier) -> Locked<Table> {
        tables[Int(UInt(bitPattern: object) >> 4 & 63)]
    }
}

/// The hub behind the publisher of an object.
///
/// It keeps the object's memory, not the object: as long as there is an entry for it, no other has its address.
// SAFETY: the object is never used.
final class ObjectWillChangeHub: Broadcast<Void, Never>, @unchecked Sendable {
    private unowned let object: AnyObject
    private let identifier: ObjectIdentifier

    init(_ object: AnyObject) {
        self.object = object
        identifier = ObjectIdentifier(object)
        super.init(.objectWillChange, lock: Locked(Elsewhere()), entersUnderLock: false)
    }

    deinit {
        ObjectWillChangePublishers.forget(identifier)
    }
}
