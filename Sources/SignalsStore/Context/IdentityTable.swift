/// Finds a context's object for a key, and keeps no object alive.
///
/// An open-addressing table with linear probing. An object that the context holds anyway, because it has changes, is
/// referred to by its address, and a weak reference, which costs an allocation, is made when the context lets go of it
/// while someone else still uses it.
struct IdentityTable: ~Copyable {
    private struct Entry {
        var key: Int64
        /// The object, while the context holds it.
        var held: Unmanaged<ManagedObject>?
        weak var object: ManagedObject?

        var present: ManagedObject? { held?.takeUnretainedValue() ?? object }
        var isPresent: Bool { held != nil || object != nil }
    }

    /// No key: numbers are positive.
    private static let empty = Int64.min
    private var entries: UnsafeMutablePointer<Entry>
    private var mask: Int
    private var count = 0

    init() {
        mask = 15
        entries = Self.makeEntries(mask + 1)
    }

    deinit {
        entries.deinitialize(count: mask + 1)
        entries.deallocate()
    }

    subscript(key: Int64) -> ManagedObject? {
        let place = place(of: key)
        return entries[place].key == key ? entries[place].present : nil
    }

    /// Every object that is still in use.
    var all: [ManagedObject] {
        (0...mask).compactMap { entries[$0].key == Self.empty ? nil : entries[$0].present }
    }

    /// Adds an object, or refers to it in the other way: `held` says whether the context holds it.
    mutating func set(_ object: ManagedObject, held: Bool) {
        let key = object.key
        var place = place(of: key)
        if entries[place].key != key {
            if (count + 1) * 4 > (mask + 1) * 3 {
                rehash()
                place = self.place(of: key)
            }
            entries[place].key = key
            count += 1
        }
        entries[place].held = held ? Unmanaged.passUnretained(object) : nil
        if !held { entries[place].object = object }
    }

    mutating func remove(_ key: Int64) {
        var hole = place(of: key)
        guard entries[hole].key == key else { return }
        count -= 1
        (entries + hole).deinitialize(count: 1)
        // What was pushed on by the removed entry moves back, so that no search ends too early.
        var next = (hole + 1) & mask
        while entries[next].key != Self.empty {
            let home = home(of: entries[next].key)
            if (next &- home) & mask >= (next &- hole) & mask {
                (entries + hole).moveInitialize(from: entries + next, count: 1)
                hole = next
            }
            next = (next + 1) & mask
        }
        (entries + hole).initialize(to: Entry(key: Self.empty, held: nil))
    }

    private func home(of key: Int64) -> Int {
        Int(truncatingIfNeeded: (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
    }

    /// Where the key is, or where it belongs.
    private func place(of key: Int64) -> Int {
        var place = home(of: key)
        while entries[place].key != key, entries[place].key != Self.empty { place = (place + 1) & mask }
        return place
    }

    /// Forgets the objects that are gone, and makes room for as many as are left.
    private mutating func rehash() {
        let (old, oldCapacity) = (entries, mask + 1)
        var capacity = 16
        while count * 2 >= capacity { capacity *= 2 }
        mask = capacity - 1
        entries = Self.makeEntries(capacity)
        count = 0
        for entry in old..<old + oldCapacity {
            if entry.pointee.key != Self.empty, entry.pointee.isPresent {
                let place = place(of: entry.pointee.key)
                (entries + place).deinitialize(count: 1)
                (entries + place).moveInitialize(from: entry, count: 1)
                count += 1
            } else {
                entry.deinitialize(count: 1)
            }
        }
        old.deallocate()
    }

    private static func makeEntries(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        entries.initialize(repeating: Entry(key: empty, held: nil), count: capacity)
        return entries
    }
}
