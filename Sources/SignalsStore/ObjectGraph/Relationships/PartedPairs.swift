/// One-to-ones of which one end was merged from another context, until the other end has been read too.
struct PartedPairs {
    /// The object is kept by its row ID, since it may not be referenced elsewhere.
    struct Pair {
        let number: Int64
        let reference: RelationshipDescription
        let former: Int64
    }

    private var all: [Pair] = []

    var isEmpty: Bool { all.isEmpty }

    /// Notes that a one-to-one of an object refers to another one than before.
    mutating func note(_ object: ManagedObject, _ reference: RelationshipDescription, former: Int64) {
        all.append(Pair(number: object.number, reference: reference, former: former))
    }

    /// Returns the pairs noted so far, and forgets them.
    mutating func takeAll() -> [Pair] {
        defer { all = [] }
        return all
    }
}

extension ManagedObjectContext {
    /// Reads again what one-to-ones that came in from elsewhere referred to before and refer to now, where that does
    /// not agree.
    ///
    /// - Throws: `FetchError`.
    func readPartedPairs() throws {
        var read: Set<ManagedObject> = []
        while !relationships.members.parted.isEmpty {
            let others = Set(relationships.members.parted.takeAll().flatMap(others)).subtracting(read)
            if others.isEmpty { continue }
            read.formUnion(others)
            try readAgain(Array(others))
        }
    }

    /// The objects that a pair concerns and that do not agree with it.
    private func others(of pair: PartedPairs.Pair) -> [ManagedObject] {
        guard let object = objects[pair.number], let inverse = pair.reference.inverse else { return [] }
        let present = pair.reference.state(in: object).pointee.reference
        return [pair.former, present].compactMap { number in
            guard let other = objects[number], inverse.isAsRead(in: other) else { return nil }
            let refersBack = inverse.state(in: other).pointee.reference == pair.number
            return refersBack == (number == present) ? nil : other
        }
    }

    /// Pairs an object that was changed here, and whose row is gone, with its partner again: the partner refers to the
    /// object until a save decides about it, unless it refers to another one by now.
    func pair(_ object: ManagedObject, by reference: RelationshipDescription, with other: ManagedObject) {
        guard let inverse = reference.inverse, inverse.isAsRead(in: other) else { return }
        let present = inverse.state(in: other).pointee.reference
        if present == 0 {
            inverse.refer(to: object, in: other)
        } else if present != object.number, reference.isAsRead(in: object) {
            reference.refer(to: nil, in: object)
        }
    }
}

extension RelationshipDescription {
    /// True if a to-one of an object is what was read.
    fileprivate func isAsRead(in object: ManagedObject) -> Bool {
        guard object.status == .clean || object.status == .updated, let column else { return false }
        return !object.isUnloaded && object.edits?.base[column] == nil
    }

    /// Makes a to-one refer to an object, or to none, without a change of its own.
    fileprivate func refer(to target: ManagedObject?, in object: ManagedObject) {
        object.willChange?.send()
        state(in: object).pointee.reference = target?.number ?? 0
        state(in: object).pointee.isResolved = true
        access.setMember(target, at: address(in: object))
    }
}
