/// A `Relationship<Value>` without the static type `Value`, reached by its address inside an object.
protocol RelationshipAccess: AttributeAccess {
    static var cardinality: RelationshipCardinality { get }
    static var targetType: ManagedObject.Type { get }
    var declaration: RelationshipDeclaration { get }
    /// The bits of a value without members.
    static var noMembers: UInt { get }

    static func members(at address: UnsafeMutableRawPointer) -> [ManagedObject]
    static func setMembers(_ members: [ManagedObject], at address: UnsafeMutableRawPointer)
    /// Empties the wrapper.
    ///
    /// - Returns: what held the members, and holds them as long as the caller does.
    static func takeMembers(at address: UnsafeMutableRawPointer) -> Any
    /// Puts an object, or none, into the wrapper of a to-one.
    static func setMember(_ member: ManagedObject?, at address: UnsafeMutableRawPointer)
    /// Adds a member, at the end where there is an order, and wherever it was before.
    static func add(_ member: ManagedObject, at address: UnsafeMutableRawPointer)
    /// Takes a member out.
    ///
    /// - Returns: its index, if there is an order; nil if it was not a member.
    @discardableResult
    static func remove(_ member: ManagedObject, at address: UnsafeMutableRawPointer) -> Int?
    static func contains(_ member: ManagedObject, at address: UnsafeMutableRawPointer) -> Bool
    /// Of a relationship that has an order: how many members it holds.
    static func count(at address: UnsafeMutableRawPointer) -> Int
    /// Of a relationship that has an order: the member at an index.
    static func member(_ index: Int, at address: UnsafeMutableRawPointer) -> ManagedObject
    /// Of a relationship that has an order: adds one that is not a member, at an index.
    static func insert(_ member: ManagedObject, _ index: Int, at address: UnsafeMutableRawPointer)
}

extension Relationship: RelationshipAccess {
    static var cardinality: RelationshipCardinality { Value.cardinality }
    static var targetType: ManagedObject.Type { Value.Target.self }
    static var noMembers: UInt {
        precondition(MemoryLayout<Self>.offset(of: \.value) == MemoryLayout<RelationshipState>.stride)
        // SAFETY: each `RelationshipValue` is one word, a reference or nil; where it were not, the cast stops the program.
        return unsafeBitCast(Value.noMembers, to: UInt.self)
    }
    var declaration: RelationshipDeclaration {
        RelationshipDeclaration(
            inverse: inverse, deleteRule: deleteRule, isRequired: isRequired,
            formerNames: FormerNames.names(at: formerNames))
    }

    private static func wrapper(at address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Self> {
        address.assumingMemoryBound(to: Self.self)
    }

    static func members(at address: UnsafeMutableRawPointer) -> [ManagedObject] {
        Value.cardinality == .toMany ? Array(set(at: address).pointee) : wrapper(at: address).pointee.value.members
    }

    // Removed members are released after the assignment, since a deinit may run any code.
    static func setMembers(_ members: [ManagedObject], at address: UnsafeMutableRawPointer) {
        _ = replace(members.isEmpty ? Value.noMembers : value(of: members), at: address)
    }

    static func takeMembers(at address: UnsafeMutableRawPointer) -> Any { replace(Value.noMembers, at: address) }

    private static func replace(_ value: Value, at address: UnsafeMutableRawPointer) -> Value {
        var value = value
        wrapper(at: address).pointee.state.orderedNumbers = nil
        wrapper(at: address).pointee.state.revision &+= 1
        swap(&wrapper(at: address).pointee.value, &value)
        return value
    }

    private static func value(of members: [ManagedObject]) -> Value {
        let targets = targets(members)
        guard Value.cardinality == .toMany else { return Value(members: targets) }
        // SAFETY: the value of a to-many without an order is a `Set` of a class of managed objects. Collections of
        // references have one layout, and the hash of an object does not depend on its class.
        return unsafeBitCast(Set(unsafeBitCast(targets, to: [ManagedObject].self)), to: Value.self)
    }

    /// Of a to-many without an order: its set. A set of objects is the same for each class, and so is their hash; by this
    /// type its functions are specialised, and look up no types for each member.
    private static func set(at address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Set<ManagedObject>> {
        withUnsafeMutablePointer(to: &wrapper(at: address).pointee.value) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: Set<ManagedObject>.self)
        }
    }

    private static func targets(_ members: [ManagedObject]) -> [Value.Target] {
        let isExact = members.withUnsafeBufferPointer { members in
            members.indices.allSatisfy { type(of: members[$0]) == Value.Target.self }
        }
        // SAFETY: each was just seen to be of the class, and arrays of references have one layout. A cast would look at each
        // again.
        return isExact
            ? unsafeBitCast(members, to: [Value.Target].self) : members.compactMap { $0 as? Value.Target }
    }

    static func setMember(_ member: ManagedObject?, at address: UnsafeMutableRawPointer) {
        var value = Value.noMembers
        if let member = member as? Value.Target { value.add(member: member) }
        swap(&wrapper(at: address).pointee.value, &value)
    }

    static func add(_ member: ManagedObject, at address: UnsafeMutableRawPointer) {
        if Value.cardinality == .ordered {
            remove(member, at: address)
            return insert(member, count(at: address), at: address)
        }
        guard let target = member as? Value.Target else { return }
        if Value.cardinality == .toMany {
            set(at: address).pointee.insertAlone(member)
        } else {
            wrapper(at: address).pointee.value.add(member: target)
        }
    }

    @discardableResult
    static func remove(_ member: ManagedObject, at address: UnsafeMutableRawPointer) -> Int? {
        if Value.cardinality == .toMany {
            withExtendedLifetime(member) { _ = set(at: address).pointee.removeAlone(member) }
            return nil
        }
        guard let member = member as? Value.Target else { return nil }
        guard Value.cardinality == .ordered else {
            withExtendedLifetime(member) { wrapper(at: address).pointee.value.remove(member: member) }
            return nil
        }
        guard contains(member, at: address), let index = index(of: member, at: address) else { return nil }
        wrapper(at: address).pointee.state.orderedNumbers?.remove(member.number)
        wrapper(at: address).pointee.state.revision &+= 1
        withExtendedLifetime(member) { _ = list(at: address).pointee.removeAlone(at: index) }
        return index
    }

    static func contains(_ member: ManagedObject, at address: UnsafeMutableRawPointer) -> Bool {
        if Value.cardinality == .toMany { return set(at: address).pointee.contains(member) }
        guard let target = member as? Value.Target else { return false }
        let wrapper = wrapper(at: address)
        guard Value.cardinality == .ordered else { return wrapper.pointee.value.contains(member: target) }
        if let numbers = wrapper.pointee.state.orderedNumbers { return numbers.contains(member.number) }
        let members = wrapper.pointee.value.members
        if members.count <= 16 { return members.contains { $0 === member } }
        let numbers = Set(members.lazy.map(\.number))
        wrapper.pointee.state.orderedNumbers = numbers
        return numbers.contains(member.number)
    }
}

// Ordered relationships, which are arrays.
extension Relationship {
    private static func list(at address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<[Value.Target]> {
        withUnsafeMutablePointer(to: &wrapper(at: address).pointee.value) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: [Value.Target].self)
        }
    }

    static func count(at address: UnsafeMutableRawPointer) -> Int { list(at: address).pointee.count }

    static func member(_ index: Int, at address: UnsafeMutableRawPointer) -> ManagedObject {
        list(at: address).pointee[index]
    }

    static func insert(_ member: ManagedObject, _ index: Int, at address: UnsafeMutableRawPointer) {
        guard let member = member as? Value.Target else { return }
        wrapper(at: address).pointee.state.orderedNumbers?.insert(member.number)
        wrapper(at: address).pointee.state.revision &+= 1
        list(at: address).pointee.insertAlone(member, at: index)
    }

    /// The index of a member, looked for from both ends, where most come and go.
    private static func index(of member: Value.Target, at address: UnsafeMutableRawPointer) -> Int? {
        let wanted = UnsafeRawPointer(Unmanaged.passUnretained(member).toOpaque())
        return list(at: address).pointee.withUnsafeBufferPointer { members in
            guard let start = members.baseAddress else { return nil }
            // Their addresses: to retain each object would take longer than to look.
            return start.withMemoryRebound(to: UnsafeRawPointer.self, capacity: members.count) {
                var (first, last) = (0, members.count - 1)
                while first <= last {
                    if $0[last] == wanted { return last }
                    if $0[first] == wanted { return first }
                    (first, last) = (first + 1, last - 1)
                }
                return nil
            }
        }
    }
}
