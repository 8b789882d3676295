import SignalsCore

/// One class of managed objects, as the store sees it. Core Data's `NSEntityDescription`.
final class EntityDescription: Sendable {
    let name: String
    let type: ManagedObject.Type
    /// The columns: the attributes that are stored, the relationships to one, and positions in ordered relationships.
    let attributes: [AttributeDescription]
    /// The columns, and then what is kept in memory only: a wrapper's index is that among them.
    let properties: [AttributeDescription]
    /// The slots of the relationships' wrappers.
    let relationshipSlots: ContiguousArray<RelationshipSlot>
    /// The columns of the relationships to one.
    let referenceSlots: ContiguousArray<RelationshipSlot>
    /// The slots of the columns, in their order.
    let slots: ContiguousArray<AttributeSlot>
    /// The same, as far as objects are filled with it.
    let offsets: ContiguousArray<ColumnOffset>
    let hasReferences: Bool
    /// True if it has relationships without an inverse.
    let leadsOneWay: Bool
    /// True if objects have wrappers without columns.
    let hasMoreThanColumns: Bool
    private let surroundings = SetOnce<EntitySurroundings>()
    /// The columns whose values may be encoded differently each time.
    let encodedColumns: [Int]
    let hasEncodedColumns: Bool
    /// True if the class has objects do something when they have been fetched.
    let awakesFromFetch: Bool
    private let deletedAsRows = Locked<Bool?>(nil)
    let columnsOfKeyPaths = ColumnsOfKeyPaths()
    /// The columns of the key paths in predicates, which take no room from those with which snapshots are read.
    let columnsOfPredicates = ColumnsOfKeyPaths()
    private let resolved = Locked<[Vouched<AnyKeyPath>: KeyPathTarget]>([:])

    init(
        _ type: ManagedObject.Type, attributes: [AttributeDescription], transients: [AttributeDescription],
        relationshipSlots: [RelationshipSlot]
    ) {
        self.type = type
        name = String(describing: type)
        self.attributes = attributes.enumerated().map { $1.at($0) }
        slots = ContiguousArray(attributes.map(\.slot))
        offsets = ContiguousArray(slots.map(ColumnOffset.init))
        properties = (attributes + transients).enumerated().map { $1.at($0) }
        self.relationshipSlots = ContiguousArray(relationshipSlots)
        referenceSlots = ContiguousArray(relationshipSlots.filter(\.isToOne))
        hasReferences = !referenceSlots.isEmpty
        leadsOneWay = relationshipSlots.contains { !$0.hasInverse }
        hasMoreThanColumns = !relationshipSlots.isEmpty || !transients.isEmpty
        encodedColumns = attributes.indices.filter { attributes[$0].type == .codable }
        hasEncodedColumns = !encodedColumns.isEmpty
        awakesFromFetch = OverriddenHooks.mayConcernFetches(type)
    }

    /// Sets the targets of the entity's relationships; called once, when all entities of the model are made.
    func link(to surroundings: EntitySurroundings) { self.surroundings.setIfNil(surroundings) }

    /// Gives the wrappers of an object under construction their indexes.
    @inline(__always)
    func prepare(_ object: ManagedObject) {
        slots.withUnsafeBufferPointer { slots in
            for index in slots.indices { slots[index].setIndex(index, in: object) }
        }
        if hasMoreThanColumns { prepareMore(of: object) }
    }

    private func prepareMore(of object: ManagedObject) {
        if properties.count > attributes.count {
            for attribute in transients { attribute.slot.setIndex(attribute.index, in: object) }
        }
        let isNew = object.status == .inserted
        relationshipSlots.withUnsafeBufferPointer { slots in
            for index in slots.indices { slots[index].prepare(isNew: isNew, in: object) }
        }
    }

    /// True if no relationship of an object holds another, or has held one.
    func hasNoMembers(_ object: ManagedObject) -> Bool {
        relationshipSlots.withUnsafeBufferPointer { slots in
            slots.indices.allSatisfy { slots[$0].isUnused(in: object) }
        }
    }

    /// True if an inverse of its relationships to one has an order, in which its objects have positions.
    var hasPositions: Bool { surroundings.value?.hasPositions ?? false }
    /// True if the deletion of its objects may leave references to them.
    var leavesReferences: Bool { surroundings.value?.leavesReferences ?? false }
    /// True if a to-many of its objects must not be empty.
    var requiresMembers: Bool { surroundings.value?.requiresMembers ?? false }
    /// The inverse of the reference at an index, if that is a to-many.
    func toManyInverse(ofReference index: Int) -> RelationshipDescription? {
        surroundings.value?.toManyInverses[index]
    }
    var transients: ArraySlice<AttributeDescription> { properties[attributes.count...] }
    var relationships: [RelationshipDescription] { surroundings.value?.relationships ?? [] }
    /// The relationships to one.
    var references: [RelationshipDescription] { surroundings.value?.references ?? [] }
    /// The relationships without an inverse, of any entity, that refer to objects of this one.
    var leadingOneWay: [RelationshipDescription] { surroundings.value?.leadingOneWay ?? [] }
    /// The entity of the nearest superclass in the model.
    var superentity: EntityDescription? { surroundings.value?.superentity?.entity }
    /// The entity and those of all subclasses in the model.
    var family: [EntityDescription] { surroundings.value?.family.map(\.entity) ?? [self] }
    /// The entities of all subclasses in the model.
    var subentities: [EntityDescription] { family.filter { $0 !== self } }
    /// True if a row that is deleted with its owner need not become an object for that: its class observes nothing, and it
    /// is nobody's owner.
    var isDeletedAsRows: Bool {
        if let known = deletedAsRows.withLock({ $0 }) { return known }
        let isOwner = !leadingOneWay.isEmpty || !relationships.allSatisfy(\.ownsNothing)
        let found = !isOwner && !OverriddenHooks.mayConcernDeletions(type)
        deletedAsRows.withLock { $0 = found }
        return found
    }

    /// True if objects of an entity are objects of this one.
    func includes(_ other: EntityDescription) -> Bool {
        other === self || (hasSubentities && family.contains { $0 === other })
    }

    /// True if a row of the entity can be an object of a subclass only by looking.
    var hasSubentities: Bool { surroundings.value?.hasSubentities ?? false }

    /// Returns the target of a key path; nil if it is not a stored property, such as a computed property.
    func target(of keyPath: AnyKeyPath) -> KeyPathTarget? {
        // SAFETY: only key paths that refer to stored properties are kept; the only subscript that they can have is
        // that of an order of texts, which is Sendable.
        let key = Vouched(keyPath)
        if let target = resolved.withLock({ $0[key] }) { return target }
        guard let target = AttributeProbe(self).target(of: keyPath) else { return nil }
        resolved.withLock { $0[key] = target }
        return target
    }
}
