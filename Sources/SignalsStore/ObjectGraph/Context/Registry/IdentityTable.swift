import CPlatform
import Synchronization

/// A table that finds a context's object for a key, and keeps no object alive.
///
/// An open-addressing table with linear probing, whose references are unowned: as cheap as they come, since a weak one
/// costs an allocation and slows down each retain of its object. An object that goes away on the context's queue leaves
/// the table by itself; one that goes away elsewhere keeps its memory allocated until the table is next rebuilt.
///
/// It belongs to the confinement, which lives as long as the objects do.
final class IdentityTable {
    private struct Entry {
        var key: Int64
        var object: UnsafeMutableRawPointer?
    }

    /// No key: numbers are positive.
    private static let empty = Int64.min
    private var entries: UnsafeMutablePointer<Entry>
    private var mask: Int
    /// The number of entries with a key.
    private var count = 0
    /// The number of those whose objects were removed.
    private var removedCount = 0
    /// The values of relationships of objects that went away, while these let go of them.
    @exclusivity(unchecked) private var released: [Any] = []
    @exclusivity(unchecked) private var isReleasing = false
    /// The number of objects of the table that went away elsewhere than on the queue.
    private let strays = Atomic(0)
    private let isNotifiedOfDeinit: Bool

    /// - Parameter isNotifiedOfDeinit: true if `leave` is called for each object that goes away.
    init(isNotifiedOfDeinit: Bool = true) {
        self.isNotifiedOfDeinit = isNotifiedOfDeinit
        // For the few objects of a background task; many are made room for as they come.
        mask = 3
        entries = Self.makeEntries(mask + 1)
    }

    deinit {
        for index in 0...mask { entries[index].object.map(swift_unownedRelease) }
        entries.deallocate()
    }

    subscript(key: Int64) -> ManagedObject? { entries[slot(of: key)].object.flatMap(Self.retained) }

    /// Every object that is still in use.
    var all: [ManagedObject] { all { _ in true } }

    /// Every object that is still in use and for which a closure returns true.
    func all(where isIncluded: (ManagedObject) -> Bool) -> [ManagedObject] {
        var found: [ManagedObject] = []
        for index in 0...mask {
            guard let object = entries[index].object.flatMap(Self.retained), isIncluded(object) else { continue }
            found.append(object)
        }
        return found
    }

    func add(_ object: ManagedObject) {
        if (count + 1) * 4 > (mask + 1) * 3 { rebuild() }
        let key = object.number
        let slot = slot(of: key)
        let isKnown = entries[slot].key == key
        let address = Unmanaged.passUnretained(object).toOpaque()
        swift_unownedRetain(address)
        if let present = entries[slot].object {
            swift_unownedRelease(present)
        } else if isKnown {
            removedCount -= 1
        }
        if !isKnown { count += 1 }
        entries[slot] = Entry(key: key, object: address)
    }

    /// Removes an object that goes away, at once on the queue; elsewhere it is only counted.
    @inline(__always)
    func leave(_ object: ManagedObject, onQueue: Bool) {
        if onQueue { remove(object) } else { strays.add(1, ordering: .relaxed) }
    }

    /// Releases what an object that goes away on the queue referred to, one after the other: by itself, a long chain of
    /// objects would be released with a call within a call for each, which no stack is made for.
    func releaseRelated(to object: ManagedObject) {
        if object.withEntity({ !$0.hasMoreThanColumns || $0.hasNoMembers(object) }) { return }
        let entity = object.entity
        entity.relationshipSlots.withUnsafeBufferPointer { slots in
            for index in slots.indices where !slots[index].isUnused(in: object) {
                let relationship = entity.relationships[slots[index].index]
                released.append(relationship.access.takeMembers(at: relationship.address(in: object)))
            }
        }
        if released.isEmpty { return }
        if isReleasing { return }
        isReleasing = true
        defer { isReleasing = false }
        while released.popLast() != nil {}
    }

    /// Removes an object, whose key stays until the table is next rebuilt, so that no search ends too early.
    func remove(_ object: ManagedObject) {
        let slot = slot(of: object.number)
        let address = Unmanaged.passUnretained(object).toOpaque()
        guard entries[slot].object == address else { return }
        swift_unownedRelease(address)
        entries[slot].object = nil
        removedCount += 1
    }

    // Eight keys that follow each other stay beside each other, since objects that are used together were mostly made
    // together.
    @inline(__always)
    private func home(of key: Int64) -> Int {
        let bits = UInt64(bitPattern: key)
        let group = ((bits >> 3) &* 0x9E37_79B9_7F4A_7C15) >> 32
        return Int(truncatingIfNeeded: group << 3 | bits & 7) & mask
    }

    /// Returns where the key is, or where it belongs.
    @inline(__always)
    private func slot(of key: Int64) -> Int {
        var slot = home(of: key)
        while entries[slot].key != key, entries[slot].key != Self.empty { slot = (slot + 1) & mask }
        return slot
    }

    /// Forgets the objects that are gone, and makes room for twice as many as were left.
    private func rebuild() {
        let (old, oldCapacity) = (entries, mask + 1)
        let mayHaveStrays = strays.exchange(0, ordering: .relaxed) > 0 || !isNotifiedOfDeinit
        var capacity = 16
        while (count - removedCount) * 2 >= capacity { capacity *= 2 }
        mask = capacity - 1
        entries = Self.makeEntries(capacity)
        (count, removedCount) = (0, 0)
        for entry in old..<old + oldCapacity {
            guard let object = entry.pointee.object else { continue }
            if !mayHaveStrays || Self.isInUse(object) {
                entries[slot(of: entry.pointee.key)] = entry.pointee
                count += 1
            } else {
                swift_unownedRelease(object)
            }
        }
        old.deallocate()
    }

    private static func makeEntries(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        entries.initialize(repeating: Entry(key: empty), count: capacity)
        return entries
    }

    private static func retained(_ address: UnsafeMutableRawPointer) -> ManagedObject? {
        swift_tryRetain(address).map { Unmanaged<ManagedObject>.fromOpaque($0).takeRetainedValue() }
    }

    private static func isInUse(_ address: UnsafeMutableRawPointer) -> Bool { retained(address) != nil }
}
