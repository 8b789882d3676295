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

/// A position in the list of an owner.
private struct ListedPosition {
    let position: Double
    /// The number of the list's owner.
    let owner: Int64
}

extension RelationshipState {
    /// The position that a cell holds, NaN for none; nil when it holds something else.
    fileprivate static func position(in cell: RowCell) -> Double? {
        switch cell.kind {
        case .null: .nan
        case .real: Double(bitPattern: UInt64(bitPattern: cell.bits))
        default: nil
        }
    }
}
