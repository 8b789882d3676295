import Synchronization

/// The ``ObservableObjectPublisher`` of each object that is observed as a whole.
///
/// An object has no room for its publisher, and finding it by reflection would read all its properties, racing with
/// their writers. So there are tables, in which an object is listed from the first access to its `objectWillChange`
/// until the publisher and all subscriptions to it are released. Objects that are not observed are in none.
@usableFromInline
enum ObjectWillChangePublishers {
    private struct Entry: Sendable {
        weak var hub: Broadcast<Void, Never>?
        weak var publisher: ObservableObjectPublisher?
    }

    private typealias Table = [ObjectIdentifier: Entry]

    private static let tables = (0..<64).map { _ in Locked(Table()) }

    /// The number of objects in the tables.
    @usableFromInline static let count = Atomic<Int>(0)

    /// True if any object is watched.
    @inlinable @inline(__always)
    static var areAny: Bool { count.load(ordering: .acquiring) > 0 }

    /// Returns the publisher of an object, the same one as long as somebody has it.
    static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        // The loaded publisher is returned: it may be the last reference, and its deinit enters the table.
        let (publisher, _) = table(of: ObjectIdentifier(object)).withLock { table in
            let entry = table[ObjectIdentifier(object)]
            if let publisher = entry?.publisher { return (publisher, entry?.hub) }
            let hub = entry?.hub ?? hub(of: object)
            let publisher = ObservableObjectPublisher(hub)
            if entry == nil { count.add(1, ordering: .acquiringAndReleasing) }
            table[ObjectIdentifier(object)] = Entry(hub: hub, publisher: publisher)
            return (publisher, hub)
        }
        return publisher
    }

    private static func hub(of object: AnyObject) -> Broadcast<Void, Never> {
        let hub = Broadcast<Void, Never>(.objectWillChange)
        hub.follow(WatchedObject(object))
        return hub
    }

    /// Tells those who watch an object that it is about to change.
    @usableFromInline @inline(never)
    static func announce(_ object: ObjectIdentifier) {
        table(of: object).withLock { $0[object]?.hub }?.passOn(())
    }

    /// Removes an object, unless it has another hub.
    static func forget(_ object: ObjectIdentifier) {
        table(of: object).release { table -> Broadcast<Void, Never>? in
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

/// The entry of an object, which its hub keeps, as an upstream that sends nothing.
///
/// It keeps the object's memory, not the object: as long as the entry exists, no other object has its address.
private final class WatchedObject: Subscription {
    private struct Memory {
        unowned let object: AnyObject
    }

    private let memory: Vouched<Memory>
    private let identifier: ObjectIdentifier

    init(_ object: AnyObject) {
        // SAFETY: the object is never used.
        memory = Vouched(Memory(object: object))
        identifier = ObjectIdentifier(object)
    }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {}

    deinit {
        ObjectWillChangePublishers.forget(identifier)
    }
}
