/// One relationship of an entity. Core Data's `NSRelationshipDescription`.
final class RelationshipDescription: Sendable {
    /// The storage of a relationship.
    enum Storage: Sendable {
        /// To-one: a column of the entity, with its index.
        case column(Int)
        /// To-many, the inverse of a to-one: a column of the entity at the other end.
        case inverseColumn(Int)
        /// A join table, in which this relationship's owner is on one side.
        case links(JoinTable, JoinTable.Side)
    }

    let name: String
    /// The index among the relationships of the entity.
    let index: Int
    let cardinality: RelationshipCardinality
    let deleteRule: DeleteRule
    let isRequired: Bool
    /// The names that it had before, the latest first.
    let formerNames: [String]
    let access: any RelationshipAccess.Type
    /// The offset of the wrapper in an object, in bytes from its start.
    let offset: Int
    let storage: Storage
    /// The entity at the other end. The model, which owns both, outlives them.
    unowned let target: EntityDescription
    private let inverseIndex: Int?
    /// Of a to-one whose inverse has an order: the index of the column that keeps the position in it.
    let positionColumn: Int?

    init(_ shape: RelationshipShape, _ resolved: ResolvedRelationship, target: EntityDescription) {
        name = shape.name
        index = shape.index
        cardinality = shape.access.cardinality
        deleteRule = shape.declaration.deleteRule
        isRequired = shape.declaration.isRequired
        formerNames = shape.declaration.formerNames
        access = shape.access
        offset = shape.offset
        storage = resolved.storage
        inverseIndex = resolved.inverse
        positionColumn = resolved.positionColumn
        self.target = target
    }

    var hasInverse: Bool { inverseIndex != nil }

    /// The inverse relationship.
    var inverse: RelationshipDescription? { inverseIndex.map { target.relationships[$0] } }

    var isToOne: Bool { cardinality == .toOne }

    /// The index of the column of a to-one.
    var column: Int? { if case .column(let index) = storage { index } else { nil } }

    func address(in object: ManagedObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque() + offset
    }

    /// The part of the wrapper that does not depend on the type of its value.
    func state(in object: ManagedObject) -> UnsafeMutablePointer<RelationshipState> {
        address(in: object).assumingMemoryBound(to: RelationshipState.self)
    }

    /// The members that the wrapper holds, which are all of them only where it is resolved.
    func members(in object: ManagedObject) -> [ManagedObject] { access.members(at: address(in: object)) }

    /// True if it is to-one and nothing happens to what it refers to, nor there, when its object is deleted.
    var ownsNothing: Bool {
        column != nil && (deleteRule == .nullify || deleteRule == .noAction) && inverse?.isToOne != true
    }

    /// The join table that keeps it, if one does.
    var links: JoinTable? { if case .links(let table, _) = storage { table } else { nil } }

    /// True if nothing but memory has the order of an object's members.
    func keepsOrder(of owner: ManagedObject) -> Bool {
        guard cardinality == .ordered, case .links = storage else { return false }
        return owner.status == .inserted || state(in: owner).pointee.edits?.isReordered == true
    }

    /// The last member, where there is an order.
    func lastMember(in object: ManagedObject) -> ManagedObject? {
        let address = address(in: object)
        let count = access.count(at: address)
        return count > 0 ? access.member(count - 1, at: address) : nil
    }
}
