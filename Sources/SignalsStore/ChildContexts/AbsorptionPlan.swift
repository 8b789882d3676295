/// What becomes of each change of a child, decided before any is made.
struct AbsorptionPlan {
    var deletions: [ManagedObject] = []
    var edits: [(ManagedObject, [ChangeSet.Edit])] = []
    var restorations: [(ManagedObject?, ChangeSet.Update)] = []
    /// The objects whose values the child is told.
    var surviving: [ManagedObject] = []
    /// The objects that the child changed and that stay deleted.
    var gone: Set<Int64> = []

    private var found: [Int64: ManagedObject] = [:]

    init(_ changeSet: ChangeSet, in parent: ManagedObjectContext) throws(SaveError) {
        try find(changeSet, in: parent)
        for deletion in changeSet.deletions { try add(deletion, changeSet.mergePolicy, parent) }
        for update in changeSet.updates { try add(update, changeSet.mergePolicy, parent) }
    }

    private mutating func find(_ changeSet: ChangeSet, in parent: ManagedObjectContext) throws(SaveError) {
        let rows = changeSet.deletions.map { ($0.entity, $0.number) } + changeSet.updates.map { ($0.entity, $0.number) }
        for (name, rows) in Dictionary(grouping: rows, by: \.0.name) {
            guard let entity = parent.entity(named: name) else { continue }
            do { found.merge(try parent.liveObjects(rows.map(\.1), in: entity)) { $1 } } catch {
                throw SaveError(.store(reason: "\(error)"), entityName: name)
            }
        }
    }

    private mutating func add(
        _ deletion: ChangeSet.Deletion, _ policy: MergePolicy, _ parent: ManagedObjectContext
    ) throws(SaveError) {
        guard let object = found[deletion.number] else { return }
        let values = try parent.values(of: object)
        let resolution = values == deletion.base ? .remove : policy.resolutionOfDeletion
        switch resolution {
        case .keep: surviving.append(object)
        case .fail: throw .conflict(nil, deletion.entity, object.anyObjectID, stored: values)
        default: deletions.append(object)
        }
    }

    private mutating func add(
        _ update: ChangeSet.Update, _ policy: MergePolicy, _ parent: ManagedObjectContext
    ) throws(SaveError) {
        let object = found[update.number]
        var values: [StoredValue]?
        if let object {
            values = try parent.values(of: object)
            surviving.append(object)
        }
        switch policy.resolve(update, stored: values) {
        case .fail(let edit):
            throw .conflict(edit, update.entity, parent.objectID(update.number, update.entity), stored: values)
        case .write(let changes): if let object { edits.append((object, changes)) }
        case .writeAll: addAll(update, object, parent)
        case .keep, .remove: if object == nil { gone.insert(update.number) }
        }
    }

    private mutating func addAll(
        _ update: ChangeSet.Update, _ object: ManagedObject?, _ parent: ManagedObjectContext
    ) {
        guard let object else { return restorations.append((parent.objects[update.number], update)) }
        let all = update.allValues.enumerated().map { ChangeSet.Edit(index: $0, base: $1, value: $1) }
        edits.append((object, all))
    }
}
