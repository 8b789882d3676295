// The work of an engine for the steps of a plan, by kind.
extension MigrationPlan {
    /// The entities whose rows are copied into a new table.
    package var rebuilt: [EntityMapping] {
        steps.compactMap { if case .rebuild(let mapping) = $0 { mapping } else { nil } }
    }

    /// The entities whose rows stay in their table, which gets other indexes.
    package var reindexed: [EntityMapping] {
        steps.compactMap { if case .reindex(let mapping) = $0 { mapping } else { nil } }
    }

    /// The entities that have a new table.
    package var made: [EntitySchema] {
        steps.compactMap { step in
            switch step {
            case .create(let entity): entity
            case .rebuild(let mapping): mapping.new
            case .drop, .reindex, .createLinks, .dropLinks, .renameLinks, .reverseLinks, .checkTargets, .pair: nil
            }
        }
    }

    /// Reports what is dropped and what is converted.
    ///
    /// - Parameter count: counts the objects, values or pairs that a store has of something.
    package func report(to meter: MigrationMeter, _ count: (ModelPart) throws -> Int) rethrows {
        for drop in drops { meter.report("\(drop.loss(of: try count(drop))) is dropped") }
        for mapping in rebuilt {
            for (attribute, column) in zip(mapping.new.attributes, mapping.columns) {
                guard case .converted(let old, _) = column else { continue }
                let property = "\(mapping.new.name).\(attribute.name)"
                meter.report("\(property) is converted from \(old.type.rawValue) to \(attribute.type.rawValue)")
            }
        }
    }
}
