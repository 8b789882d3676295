/// A class, an attribute or a relationship of an older model, which a newer one does not have or stores differently.
package struct ModelPart: Sendable {
    /// The storage of it in the old store.
    package enum Storage: Sendable {
        case rows
        case column(String)
        case links(JoinTable)
    }

    package let entity: EntitySchema
    package let propertyName: String?
    package let storage: Storage
    /// The names of the entity, of its superclasses, and the entity's new one.
    package let entityNames: [String]

    /// True if one of the names stands for it, or for the class that it is of.
    func isNamed(by names: Set<String>) -> Bool {
        entityNames.contains { name in names.contains(propertyName.map { "\(name).\($0)" } ?? name) }
    }

    package func loss(of count: Int) -> StoreLoss {
        StoreLoss(entityName: entity.name, propertyName: propertyName, count: count)
    }
}

extension MigrationPlan {
    /// Everything that the new model does not have. An order among objects that stay related is not part of it.
    package var drops: [ModelPart] {
        var drops: [ModelPart] = []
        for step in steps {
            switch step {
            case .drop(let entity): drops.append(part(entity, nil, .rows))
            case .rebuild(let mapping):
                for name in mapping.droppedAttributes where !name.hasPrefix(EntitySchema.positionPrefix) {
                    drops.append(part(mapping.old, name, .column(name), to: mapping.new.name))
                }
            case .dropLinks(let table, let owner, let relationship):
                // Parts of a dropped entity are dropped with it.
                if droppedEntities.contains(owner.name) { continue }
                drops.append(part(owner, relationship, .links(table)))
            case .create, .reindex, .createLinks, .renameLinks, .reverseLinks, .checkTargets, .pair: break
            }
        }
        return drops
    }

    /// The attributes whose values become values of another type.
    package var conversions: [ModelPart] {
        steps.flatMap { step in
            guard case .rebuild(let mapping) = step else { return [ModelPart]() }
            return mapping.columns.compactMap { column in
                guard case .converted(let old, _) = column else { return nil }
                return part(mapping.old, old.name, .column(old.name), to: mapping.new.name)
            }
        }
    }

    private func part(
        _ entity: EntitySchema, _ propertyName: String?, _ storage: ModelPart.Storage, to name: String? = nil
    ) -> ModelPart {
        let ancestors = old.filter { $0.subentities.contains(entity.name) }.map(\.name)
        return ModelPart(
            entity: entity, propertyName: propertyName, storage: storage,
            entityNames: [entity.name] + ancestors + (name.map { [$0] } ?? []))
    }

    private var droppedEntities: [String] {
        steps.compactMap { if case .drop(let entity) = $0 { entity.name } else { nil } }
    }

    /// True if the old model has classes, and none of them is one of the new model's.
    var hasNothingInCommon: Bool { !old.isEmpty && droppedEntities.count == old.count }

    /// Refuses a store that another program keeps, by its classes alone. A class that is named to be dropped says that the
    /// store is this program's.
    package func requireCommonClass(in store: String, dropping names: Set<String>) throws(StoreError) {
        guard hasNothingInCommon, !drops.contains(where: { $0.isNamed(by: names) }) else { return }
        throw .otherProgramsStore(store, entityNames: old.map(\.name).sorted())
    }

    /// Returns what would be dropped though nobody said so.
    ///
    /// - Parameter count: counts the objects, values or pairs that a store has of something.
    package func losses(dropping names: Set<String>, _ count: (ModelPart) throws -> Int) rethrows -> [StoreLoss] {
        try drops.filter { !$0.isNamed(by: names) }.compactMap { drop in
            let count = try count(drop)
            return count == 0 ? nil : drop.loss(of: count)
        }
    }
}
