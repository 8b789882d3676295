import SignalsStoreCore

/// The required to-manys that lose members by a save: none that stays may be empty then, whether it was read or not.
struct RequiredMembers {
    private let context: ManagedObjectContext
    /// The required to-manys that objects of an entity are in by their references, with the columns of these.
    private let inverses: [String: [(column: Int, inverse: RelationshipDescription)]]
    /// The owners, by the relationship.
    private var owners: [ObjectIdentifier: (relationship: RelationshipDescription, numbers: Set<Int64>)] = [:]

    private init(_ context: ManagedObjectContext) {
        self.context = context
        var inverses: [String: [(column: Int, inverse: RelationshipDescription)]] = [:]
        for entity in context.entities {
            for reference in entity.references {
                guard let inverse = reference.toManyInverse, inverse.isRequired, let column = reference.column else {
                    continue
                }
                inverses[entity.name, default: []].append((column, inverse))
            }
        }
        self.inverses = inverses
    }

    /// - Throws: `SaveError` for the first that would be empty.
    static func check(
        _ changeSet: ChangeSet, _ pending: ContiguousArray<ManagedObject>, in context: ManagedObjectContext
    ) throws(SaveError) {
        var members = RequiredMembers(context)
        for update in changeSet.updates {
            members.note(update.entity) { column in update.edits.first { $0.index == column }?.base }
        }
        for deletion in changeSet.deletions {
            members.note(deletion.entity) { column in deletion.base?[column] }
        }
        for object in pending where object.status == .deleted && object.entity.hasMoreThanColumns {
            members.note(linkedTo: object)
        }
        if members.owners.isEmpty { return }
        do { try members.check(leaving: Set(changeSet.deletions.lazy.map(\.number))) } catch let error as SaveError {
            throw error
        } catch { throw SaveError(reading: error) }
    }

    /// Notes the owners that rows leave by their references.
    ///
    /// - Parameter base: the value of a column before the save; nil if it stays.
    private mutating func note(_ schema: EntitySchema, _ base: (Int) -> StoredValue?) {
        for (column, inverse) in inverses[schema.name] ?? [] {
            if case .integer(let owner)? = base(column), owner != 0 { note(inverse, [owner]) }
        }
    }

    /// Notes the owners that lose an object which is deleted out of a join table.
    private mutating func note(linkedTo object: ManagedObject) {
        for relationship in object.entity.relationships {
            guard case .links = relationship.storage, let inverse = relationship.inverse, inverse.isRequired else {
                continue
            }
            let ended = relationship.state(in: object).pointee.edits.map { Array($0.removed.keys) } ?? []
            note(inverse, ended + relationship.members(in: object).map(\.number))
        }
    }

    private mutating func note(_ relationship: RelationshipDescription, _ numbers: [Int64]) {
        owners[ObjectIdentifier(relationship), default: (relationship, [])].numbers.formUnion(numbers)
    }

    private func check(leaving: Set<Int64>) throws {
        let graph = ObjectGraph(context: context)
        for (relationship, numbers) in owners.values {
            guard let target = relationship.inverse?.target else { continue }
            let staying = numbers.subtracting(leaving).sorted()
            for object in try context.objects(staying, of: target) where object.status.isStaying {
                // Of the object's own class.
                let own = object.entity.relationships[relationship.index]
                if !own.state(in: object).pointee.isResolved {
                    if try context.hasUnchangedMember(of: own, of: object.number) { continue }
                    try graph.resolve(own, of: object)
                }
                if own.access.count(at: own.address(in: object)) == 0 { throw own.missing(in: object) }
            }
        }
    }
}

extension ObjectStatus {
    fileprivate var isStaying: Bool { self == .clean || self == .updated || self == .inserted }
}

extension RelationshipDescription {
    /// The error of a save for an object that this required relationship leads from to none.
    func missing(in object: ManagedObject) -> SaveError {
        SaveError(
            .relationshipMissing, entityName: object.entity.name, attributeName: name,
            objectIDs: [object.anyObjectID])
    }
}
