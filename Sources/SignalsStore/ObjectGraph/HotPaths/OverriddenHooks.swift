/// The methods that a class of managed objects overrides of those that are called when an object is fetched or deleted.
///
/// The rows of a class that overrides none need not become objects for that.
///
/// **Contract**: the metadata of a class has the addresses of all methods, those that it inherits and those that it
/// overrides, as the ABI of Swift has them. Their slots are found by comparing classes that differ in nothing else; where
/// they are not found, the answer is that a class may override them, which is slower and as right. Asked once a class.
///
/// **Number**: a deletion that cascades to 100,000 rows, which need no objects then, takes a third of the time that it took
/// with an object for each.
enum OverriddenHooks {
    /// True if a class overrides one of the methods, or may do so.
    static func mayConcernDeletions(_ type: ManagedObject.Type) -> Bool { mayOverride(slots, type) }

    /// True if a class overrides `awakeFromFetch()`, or may do so.
    static func mayConcernFetches(_ type: ManagedObject.Type) -> Bool { mayOverride(slotsOfFetches, type) }

    private static func mayOverride(_ slots: [Int]?, _ type: ManagedObject.Type) -> Bool {
        guard let slots else { return true }
        return slots.contains { word($0, of: type) != word($0, of: ManagedObject.self) }
    }

    private final class Plain: ManagedObject {}

    private final class Awaking: ManagedObject {
        override func awakeFromFetch() { fatalError("awakeFromFetch() of no object") }
    }

    private final class Overriding: ManagedObject {
        override func awakeFromFetch() { fatalError("awakeFromFetch() of no object") }
        override func willSave() { fatalError("willSave() of no object") }
        override func didSave() { fatalError("didSave() of no object") }
        override func validateForDelete() throws { fatalError("validateForDelete() of no object") }
    }

    private static let slots = slots(overriddenBy: Overriding.self, count: 4)
    private static let slotsOfFetches = slots(overriddenBy: Awaking.self, count: 1)

    /// The slots of the methods in the metadata of each class, in words; nil where they are not found.
    private static func slots(overriddenBy overriding: ManagedObject.Type, count: Int) -> [Int]? {
        let all = 0..<wordCount(of: ManagedObject.self)
        let slots = all.filter { slot in
            let inherited = word(slot, of: ManagedObject.self)
            return word(slot, of: Plain.self) == inherited && word(slot, of: overriding) != inherited
        }
        return slots.count == count ? slots : nil
    }

    private static func word(_ slot: Int, of type: ManagedObject.Type) -> UInt {
        address(of: type).load(fromByteOffset: slot * MemoryLayout<UInt>.stride, as: UInt.self)
    }

    /// The number of words that the metadata of a class has, from its address on.
    private static func wordCount(of type: ManagedObject.Type) -> Int {
        // After the words that say which class it is, as the ABI of Swift has them: those of Objective-C are there too
        // where that is.
        #if canImport(ObjectiveC)
            let start = 5 * MemoryLayout<UInt>.stride
        #else
            let start = 2 * MemoryLayout<UInt>.stride
        #endif
        let size = address(of: type).load(fromByteOffset: start + 16, as: UInt32.self)
        let before = address(of: type).load(fromByteOffset: start + 20, as: UInt32.self)
        return Int(size - before) / MemoryLayout<UInt>.stride
    }

    // SAFETY: a metatype of a class is the address of its metadata.
    private static func address(of type: ManagedObject.Type) -> UnsafeRawPointer {
        unsafeBitCast(type, to: UnsafeRawPointer.self)
    }
}
