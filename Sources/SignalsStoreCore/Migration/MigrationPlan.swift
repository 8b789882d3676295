/// The plan by which rows that were written with one model become rows of another: what is matched with what, by names
/// and former names, without a look at the data.
package struct MigrationPlan: Sendable {
    /// What begins the name of a table until the old one of that name is gone.
    package static let newTablePrefix = "signals_new_"

    package let old: [EntitySchema]
    package let new: [EntitySchema]
    /// The entities whose rows stay where they are.
    package private(set) var unchanged: [EntitySchema] = []
    /// The steps, in their order.
    package private(set) var steps: [Step] = []
    /// Every difference between the models.
    package private(set) var differences: [Difference] = []

    package enum Step: Sendable {
        case create(EntitySchema)
        case drop(EntitySchema)
        /// Other columns, or another name: the rows are copied.
        case rebuild(EntityMapping)
        /// The same columns with other indexes.
        case reindex(EntityMapping)
        case createLinks(JoinTable)
        /// With the entity and the relationship that the table is named after.
        case dropLinks(JoinTable, of: EntitySchema, String)
        /// The relationship, or the entity that the links begin at, has another name.
        case renameLinks(JoinTable, to: JoinTable)
        /// The inverse keeps the links now.
        case reverseLinks(JoinTable, to: JoinTable)
        /// A check that no relationship refers to an object of a class that it must not be of.
        case checkTargets(TargetChange)
        /// Two to-ones are each other's inverse now.
        case pair(PairingChange)
    }

    package struct Difference: Sendable {
        package let description: String
        /// The reason why it cannot be migrated; nil if it can.
        package var obstacle: String?
    }

    /// True if the models keep the same things.
    package var isEmpty: Bool { steps.isEmpty }

    /// True if no data could make the migration succeed.
    package var isImpossible: Bool { differences.contains { $0.obstacle != nil } }

    /// All differences in words, those that nothing can be done about first.
    package var descriptions: [String] {
        let blocking = differences.filter { $0.obstacle != nil }.map { "\($0.description): \($0.obstacle ?? "")" }
        return blocking + differences.filter { $0.obstacle == nil }.map(\.description)
    }

    package init(from old: [EntitySchema], to new: [EntitySchema]) {
        self.old = old
        self.new = new
        let sources = NameMatching(
            old: old.map(\.name), new: new.map { NameMatching.Name(name: $0.name, formerNames: $0.origin.formerNames) })
        for (entity, source) in zip(new, sources.sources) {
            if let source { compare(old[source], entity) } else { add(entity) }
        }
        for index in sources.unused { drop(old[index]) }
        let links = JoinTableChanges(from: old, to: new)
        steps += links.steps
        differences += links.differences
        let targets = TargetChange.all(from: old, to: new, sources.sources)
        steps += targets.map(Step.checkTargets)
        differences += targets.filter { !$0.isOfSameClass }.map { Difference(description: $0.description) }
        let pairings = PairingChange.all(from: old, to: new, sources.sources)
        steps += pairings.map(Step.pair)
        differences += pairings.map { Difference(description: $0.description) }
    }

    private mutating func add(_ entity: EntitySchema) {
        steps.append(.create(entity))
        differences.append(Difference(description: "\(entity.name) is not in the file"))
    }

    private mutating func drop(_ entity: EntitySchema) {
        steps.append(.drop(entity))
        differences.append(Difference(description: "\(entity.name) is in the file only"))
    }

    private mutating func compare(_ old: EntitySchema, _ new: EntitySchema) {
        let mapping = EntityMapping(from: old, to: new)
        if old.name != new.name {
            differences.append(Difference(description: "\(new.name) was \(old.name)"))
        }
        differences += mapping.differences
        if old.name != new.name || mapping.changesColumns {
            steps.append(.rebuild(mapping))
        } else {
            unchanged.append(new)
            if mapping.changesIndexes { steps.append(.reindex(mapping)) }
        }
    }
}
