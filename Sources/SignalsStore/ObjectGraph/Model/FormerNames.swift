import SignalsCore
import Synchronization

/// The names that attributes had before, while their class is being described.
///
/// Each object has its attributes' wrappers, and only one object of a class is ever asked for these names: a wrapper
/// that is described keeps the index of its names in this list, and no other keeps anything.
@usableFromInline
enum FormerNames {
    private static let descriptions = Atomic<Int>(0)
    private static let lists = Locked<[[String]]>([])

    /// Makes an object whose attributes are to be asked for their former names.
    static func noting<Object>(_ make: () -> Object) -> Object {
        descriptions.add(1, ordering: .relaxed)
        defer { descriptions.subtract(1, ordering: .relaxed) }
        return make()
    }

    /// True while a class is being described.
    @usableFromInline static var isDescribing: Bool { descriptions.load(ordering: .relaxed) > 0 }

    /// The index of names in the list, counted from 1; 0 where no one asks for it.
    @usableFromInline @inline(never)
    static func note(_ names: [String]) -> UInt16 {
        guard isDescribing else { return 0 }
        return lists.withLock { lists in
            if let known = lists.firstIndex(of: names) { return UInt16(known + 1) }
            lists.append(names)
            return UInt16(lists.count)
        }
    }

    static func names(at index: UInt16) -> [String] {
        index == 0 ? [] : lists.withLock { $0[Int(index) - 1] }
    }
}
