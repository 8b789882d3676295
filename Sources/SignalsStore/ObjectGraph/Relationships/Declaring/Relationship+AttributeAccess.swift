// A to-one is a column of its entity: the number of the object at the other end.
extension Relationship: AttributeAccess {
    static var attributeType: AttributeType { .reference }
    static var isOptional: Bool { true }
    static var valueType: any AttributeValue.Type { Int64?.self }
    static var indexOffset: Int { MemoryLayout<RelationshipState>.offset(of: \.column)! }
    static var changedOffset: Int { MemoryLayout<RelationshipState>.offset(of: \.isChanged)! }
    var attributeOptions: AttributeOptions { .indexed }

    static var codec: AttributeCodec { .reference }

    static func storedValue(at address: UnsafeMutableRawPointer) throws -> StoredValue {
        let reference = address.assumingMemoryBound(to: RelationshipState.self).pointee.reference
        return reference == 0 ? .null : .integer(reference)
    }

    static func assign(_ storedValue: StoredValue, at address: UnsafeMutableRawPointer) throws {
        RelationshipState.refer(to: try Int64?(storedValue: storedValue) ?? 0, at: address)
    }

    static func value(at address: UnsafeMutableRawPointer) -> any Sendable {
        let reference = address.assumingMemoryBound(to: RelationshipState.self).pointee.reference
        return reference == 0 ? nil : reference as Int64?
    }

    static func setValue(_ value: any Sendable, at address: UnsafeMutableRawPointer) {
        RelationshipState.refer(to: (value as? Int64?).flatMap { $0 } ?? 0, at: address)
    }
}

extension AttributeCodec {
    /// The codec of each to-one: its functions depend on no type, and so keep nothing that would be counted at each call.
    fileprivate static let reference = AttributeCodec(
        encode: { address, page in
            let reference = address.assumingMemoryBound(to: RelationshipState.self).pointee.reference
            if reference == 0 { page.appendNull() } else { page.append(reference) }
        },
        stored: { address in
            let reference = address.assumingMemoryBound(to: RelationshipState.self).pointee.reference
            return reference == 0 ? .null : .integer(reference)
        },
        assign: { cell, _, address in
            guard let reference = RelationshipState.reference(in: cell) else { return false }
            RelationshipState.refer(to: reference, at: address)
            return true
        },
        initialize: { cell, _, address in
            guard let reference = RelationshipState.reference(in: cell) else { return false }
            address.initializeMemory(as: Int64?.self, to: reference == 0 ? nil : reference)
            return true
        },
        firstRefused: { page, column in
            page.indices.first { RelationshipState.reference(in: page.cell($0, column)) == nil }
        }, form: .reference)
}

extension RelationshipState {
    /// Makes the to-one at an address refer to another row, whose object is found at the next access.
    @inline(__always)
    static func refer(to reference: Int64, at address: UnsafeMutableRawPointer) {
        let state = address.assumingMemoryBound(to: RelationshipState.self)
        guard reference != state.pointee.reference else { return }
        state.pointee.reference = reference
        state.pointee.isResolved = reference == 0
        // An optional of each class is one of them all. What is dropped is released after the assignment.
        var target: ManagedObject?
        swap(&UnsafeMutableRawPointer(state + 1).assumingMemoryBound(to: ManagedObject?.self).pointee, &target)
    }

    /// The reference that a cell holds, 0 for none; nil when it holds something else.
    fileprivate static func reference(in cell: RowCell) -> Int64? {
        switch cell.kind {
        case .null: 0
        case .integer: cell.bits
        default: nil
        }
    }
}
