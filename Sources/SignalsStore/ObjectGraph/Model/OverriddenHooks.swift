/// The methods that a class of managed objects overrides of those that are called when an object is fetched or deleted.
///
/// A class that overrides none hears of nothing, so that its rows need not become objects for that. Its metadata says so:
/// it has the addresses of all methods, those that it inherits and those that it overrides. Where they are shows in two
/// classes that differ in nothing else.
enum OverriddenHooks {
    /// True if a class overrides one of the methods, or it cannot be told.
    static func mayConcernDeletions(_ type: ManagedObject.Type) -> Bool { mayOverride(places, type) }

    /// True if a class overrides `awakeFromFetch()`, or it cannot be told.
    static func mayConcernFetches(_ type: ManagedObject.Type) -> Bool { mayOverride(placesOfFetches, type) }

    private static func mayOverride(_ places: [Int]?, _ type: ManagedObject.Type) -> Bool {
        guard let places else { return true }
        return places.contains { word($0, of: type) != word($0, of: ManagedObject.self) }
    }

    private final class Deaf: ManagedObject {}

    private final class Awaking: ManagedObject {
        override func awakeFromFetch() { fatalError("awakeFromFetch() of no object") }
    }

    private final class Hearing: ManagedObject {
        override func awakeFromFetch() { fatalError("awakeFromFetch() of no object") }
        override func willSave() { fatalError("willSave() of no object") }
        override func didSave() { fatalError("didSave() of no object") }
        override func validateForDelete() throws { fatalError("validateForDelete() of no object") }
    }

    private static let places = places(overriddenBy: Hearing.self, count: 4)
    private static let placesOfFetches = places(overriddenBy: Awaking.self, count: 1)

    /// The places of the methods in the metadata of each class, in words; nil where they are not found.
    private static func places(overriddenBy hearing: ManagedObject.Type, count: Int) -> [Int]? {
        let all = 0..<wordCount(of: ManagedObject.self)
        let places = all.filter { place in
            let inherited = word(place, of: ManagedObject.self)
            return word(place, of: Deaf.self) == inherited && word(place, of: hearing) != inherited
        }
        return places.count == count ? places : nil
    }

    private static func word(_ place: Int, of type: ManagedObject.Type) -> UInt {
        address(of: type).load(fromByteOffset: place * MemoryLayout<UInt>.stride, as: UInt.self)
    }

    /// The number of words that the metadata of a class has, from its address on.
    private static func wordCount(of type: ManagedObject.Type) -> Int {
        // Behind the words that say which class it is, as the ABI of Swift has them: those of Objective-C are there too where
        // that is.
        #if canImport(ObjectiveC)
            let start = 5 * MemoryLayout<UInt>.stride
        #else
            let start = 2 * MemoryLayout<UInt>.stride
        #endif
        let size = address(of: type).load(fromByteOffset: start + 16, as: UInt32.self)
        let before = address(of: type).load(fromByteOffset: start + 20, as: UInt32.self)
        return Int(size - before) / MemoryLayout<UInt>.stride
    }

    private static func address(of type: ManagedObject.Type) -> UnsafeRawPointer {
        unsafeBitCast(type, to: UnsafeRawPointer.self)
    }
}
