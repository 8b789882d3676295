/// An index over several attributes, over some of the rows, or in descending order, which a class declares in
/// ``ManagedObject/fetchIndexes``. Core Data's `NSFetchIndexDescription`.
///
/// ```swift
/// override class var fetchIndexes: [FetchIndex] {
///     [FetchIndex(.ascending(\Chore.room), .descending(\Chore.due), where: .isFalse(\Chore.isDone))]
/// }
/// ```
/// An index serves fetches that compare its first attributes for equality, and the next one for equality, a range or an
/// order. One with a condition serves those fetches only whose predicate states the condition too, as
/// `!$0.isDone && $0.room == room` does. `FetchRequest.explain(in:)` shows which index serves a fetch. Each index is
/// updated with each save of an object of the class, so an index that no fetch uses only costs time.
///
/// Adding, changing or removing one is a change of the model that needs no rule: a store makes and drops indexes when it is
/// opened.
public struct FetchIndex {
    /// An attribute in an index, with its direction. Core Data's `NSFetchIndexElementDescription`.
    public struct Element {
        let keyPath: AnyKeyPath
        let isDescending: Bool

        /// An attribute, or a relationship to one, from the least value to the greatest.
        ///
        /// - Parameter keyPath: a stored attribute or a relationship to one of the class or a superclass.
        /// - Returns: the element.
        public static func ascending(_ keyPath: AnyKeyPath) -> Element {
            Element(keyPath: keyPath, isDescending: false)
        }

        /// An attribute, or a relationship to one, from the greatest value to the least.
        ///
        /// - Parameter keyPath: a stored attribute or a relationship to one of the class or a superclass.
        /// - Returns: the element.
        public static func descending(_ keyPath: AnyKeyPath) -> Element {
            Element(keyPath: keyPath, isDescending: true)
        }
    }

    /// A condition on the objects that an index has. Core Data's `partialIndexPredicate`, for what an index can state.
    public struct Condition {
        let keyPath: AnyKeyPath
        let value: Bool

        /// Objects in which a `Bool` is true.
        ///
        /// - Parameter keyPath: an attribute of type `Bool`, which is not optional.
        /// - Returns: the condition.
        public static func isTrue(_ keyPath: AnyKeyPath) -> Condition { Condition(keyPath: keyPath, value: true) }

        /// Objects in which a `Bool` is false.
        ///
        /// - Parameter keyPath: an attribute of type `Bool`, which is not optional.
        /// - Returns: the condition.
        public static func isFalse(_ keyPath: AnyKeyPath) -> Condition { Condition(keyPath: keyPath, value: false) }
    }

    let elements: [Element]
    let condition: Condition?

    /// An index.
    ///
    /// - Parameters:
    ///   - elements: the attributes, the one that is compared for equality first; at least one.
    ///   - condition: the objects that the index has, or nil for all of them.
    public init(_ elements: Element..., where condition: Condition? = nil) {
        self.elements = elements
        self.condition = condition
    }
}
