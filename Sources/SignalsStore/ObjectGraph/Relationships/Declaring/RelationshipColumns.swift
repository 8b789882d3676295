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

/// A position in the list of an owner.
private struct ListedPosition {
    let position: Double
    /// The number of the list's owner.
    let owner: Int64
}

/// The column beside a to-one whose inverse has an order: the object's position in it.
enum RelationshipPosition: AttributeAccess {
    static var attributeType: AttributeType { .double }
    static var isOptional: Bool { true }
    static var valueType: any AttributeValue.Type { Double?.self }
    static var indexOffset: Int { MemoryLayout<RelationshipState>.offset(of: \.positionColumn)! }
    static var changedOffset: Int { MemoryLayout<RelationshipState>.offset(of: \.isPositionChanged)! }
    var attributeOptions: AttributeOptions { [] }

    static var codec: AttributeCodec {
        AttributeCodec(
            encode: { address, page in
                let position = address.assumingMemoryBound(to: RelationshipState.self).pointee.position
                if position.isNaN { page.appendNull() } else { page.append(position) }
            },
            stored: { address in
                let position = address.assumingMemoryBound(to: RelationshipState.self).pointee.position
                return position.isNaN ? .null : .real(position)
            },
            assign: { cell, _, address in
                guard let position = RelationshipState.position(in: cell) else { return false }
                address.assumingMemoryBound(to: RelationshipState.self).pointee.position = position
                return true
            },
            initialize: { cell, _, address in
                guard let position = RelationshipState.position(in: cell) else { return false }
                address.initializeMemory(as: Double?.self, to: position.isNaN ? nil : position)
                return true
            },
            firstRefused: { page, column in
                page.indices.first { RelationshipState.position(in: page.cell($0, column)) == nil }
            })
    }

    static func storedValue(at address: UnsafeMutableRawPointer) throws -> StoredValue {
        let position = address.assumingMemoryBound(to: RelationshipState.self).pointee.position
        return position.isNaN ? .null : .real(position)
    }

    static func assign(_ storedValue: StoredValue, at address: UnsafeMutableRawPointer) throws {
        address.assumingMemoryBound(to: RelationshipState.self).pointee.position =
            try Double?(storedValue: storedValue) ?? .nan
    }

    static func value(at address: UnsafeMutableRawPointer) -> any Sendable {
        let state = address.assumingMemoryBound(to: RelationshipState.self).pointee
        return ListedPosition(position: state.position, owner: state.reference)
    }

    static func setValue(_ value: any Sendable, at address: UnsafeMutableRawPointer) {
        let state = address.assumingMemoryBound(to: RelationshipState.self)
        // If another context put the object into another list, it keeps its position there.
        guard let value = value as? ListedPosition, value.owner == state.pointee.reference else { return }
        state.pointee.position = value.position
    }
}

extension RelationshipState {
    /// Has the to-one at an address refer to another row; its object is found at the next access.
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

    /// The position that a cell holds, NaN for none; nil when it holds something else.
    fileprivate static func position(in cell: RowCell) -> Double? {
        switch cell.kind {
        case .null: .nan
        case .real: Double(bitPattern: UInt64(bitPattern: cell.bits))
        default: nil
        }
    }
}
