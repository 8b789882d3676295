/// A type that a relationship can have: an optional, a `Set` or an `Array` of a class of managed objects.
///
/// Its requirements are for the library's use; no other type conforms.
public protocol RelationshipValue: SendableMetatype {
    /// The class at the other end.
    associatedtype Target: ManagedObject
    /// The number of objects that it holds.
    static var cardinality: RelationshipCardinality { get }
    /// A relationship to nothing.
    static var noMembers: Self { get }
    /// The objects, in their order where there is one.
    var members: [Target] { get }
    /// A relationship to these objects; of a to-one, the first.
    init(members: [Target])
    /// Adds an object, at the end where there is an order; what a to-one held is replaced.
    mutating func add(member: Target)
    /// Takes an object out.
    mutating func remove(member: Target)
    /// True if it holds the object.
    func contains(member: Target) -> Bool
    /// The only object of a to-one, the first one in an order, or any.
    var firstMember: Target? { get }
}

extension Optional: RelationshipValue where Wrapped: ManagedObject {
    /// To one.
    public static var cardinality: RelationshipCardinality { .toOne }
    /// Nil.
    public static var noMembers: Wrapped? { nil }
    /// The object, if there is one.
    public var members: [Wrapped] { map { [$0] } ?? [] }
    /// The first of the objects.
    public init(members: [Wrapped]) { self = members.first }
    /// Replaces the object.
    public mutating func add(member: Wrapped) { self = member }
    /// Nil, if this was the object.
    public mutating func remove(member: Wrapped) { if self === member { self = nil } }
    /// The object, if there is one.
    @inlinable public var firstMember: Wrapped? { self }
    /// True if this is the object.
    public func contains(member: Wrapped) -> Bool { self === member }
}

extension Set: RelationshipValue where Element: ManagedObject {
    /// To many.
    public static var cardinality: RelationshipCardinality { .toMany }
    /// The empty set.
    public static var noMembers: Set<Element> { [] }
    /// The objects, in no order.
    public var members: [Element] { Array(self) }
    /// A set of the objects.
    public init(members: [Element]) { self = Set(members) }
    /// Adds the object.
    public mutating func add(member: Element) { insertAlone(member) }
    /// Takes the object out.
    public mutating func remove(member: Element) { removeAlone(member) }
    /// True if the object is in it.
    public func contains(member: Element) -> Bool { contains(member) }
    /// One of the objects.
    @inlinable public var firstMember: Element? { first }
}

extension Array: RelationshipValue where Element: ManagedObject {
    /// To many, in an order.
    public static var cardinality: RelationshipCardinality { .ordered }
    /// The empty array.
    public static var noMembers: [Element] { [] }
    /// The objects, in their order.
    public var members: [Element] { self }
    /// The objects themselves.
    public init(members: [Element]) { self = members }
    /// Adds the object at the end.
    public mutating func add(member: Element) { appendAlone(member) }
    /// Takes the object out.
    public mutating func remove(member: Element) {
        if last === member {
            _ = popLast()
        } else if let index = firstIndex(where: { $0 === member }) {
            removeAlone(at: index)
        }
    }
    /// True if the object is in it.
    public func contains(member: Element) -> Bool { contains { $0 === member } }
    /// The first of the objects.
    @inlinable public var firstMember: Element? { first }
}
