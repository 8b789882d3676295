/// The source of each column of an entity.
package struct EntityMapping: Sendable {
    package let old: EntitySchema
    package let new: EntitySchema
    /// By the index of the new column.
    package private(set) var columns: [Column] = []
    package private(set) var differences: [MigrationPlan.Difference] = []
    private(set) var changesColumns = false
    /// The names of the old columns that nothing is made of.
    private(set) var droppedAttributes: [String] = []

    package enum Column: Sendable {
        /// The old column as it is.
        case kept(AttributeSchema)
        case converted(AttributeSchema, LosslessConversion)
        /// A new column, or one that no rule refers to, which gets its default.
        case added

        package var old: AttributeSchema? {
            switch self {
            case .kept(let old), .converted(let old, _): old
            case .added: nil
            }
        }
    }

    /// True if an index is to be made or removed.
    var changesIndexes: Bool {
        Self.names(of: old) != Self.names(of: new) || Set(old.indexes) != Set(new.indexes)
            || old.searchable != new.searchable
            || zip(new.attributes, columns).contains { new, column in
                guard let old = column.old else { return new.isIndexed }
                return old.isIndexed != new.isIndexed || old.isUnique != new.isUnique
            }
    }

    /// The columns that had values and must not have nil any more.
    package var requiredColumns: [(old: AttributeSchema, new: AttributeSchema)] {
        zip(new.attributes, columns).compactMap { new, column in
            guard let old = column.old, old.isOptional, !new.isOptional else { return nil }
            return (old, new)
        }
    }

    package init(from old: EntitySchema, to new: EntitySchema) {
        self.old = old
        self.new = new
        let names = NameMatching(
            old: old.attributes.map(\.name),
            new: new.attributes.map { NameMatching.Name(name: $0.name, formerNames: $0.origin.formerNames) })
        for (attribute, source) in zip(new.attributes, names.sources) {
            if let source { match(old.attributes[source], attribute) } else { add(attribute) }
        }
        if Self.names(of: old) != Self.names(of: new) {
            note("\(new.name) was unique by \(Self.names(of: old)) and is by \(Self.names(of: new))")
        }
        if Set(old.indexes) != Set(new.indexes) { note("\(new.name) has other fetch indexes") }
        if old.searchable != new.searchable { note("\(new.name) has other searchable attributes") }
        for index in names.unused {
            changesColumns = true
            droppedAttributes.append(old.attributes[index].name)
            note("\(new.name).\(old.attributes[index].name) is in the file only")
        }
    }

    /// The sets of attributes that an entity is unique by, in words.
    private static func names(of entity: EntitySchema) -> String {
        if entity.uniqueSets.isEmpty { return "nothing" }
        return Set(entity.uniqueSets).map { $0.joined(separator: " and ") }.sorted().joined(separator: ", ")
    }

    private mutating func add(_ attribute: AttributeSchema) {
        columns.append(.added)
        changesColumns = true
        note("\(new.name).\(attribute.name) is not in the file")
    }

    private mutating func match(_ old: AttributeSchema, _ attribute: AttributeSchema) {
        let isRenamed = old.name != attribute.name
        let isOther = old.type != attribute.type || old.isOptional != attribute.isOptional
        if isRenamed || isOther { changesColumns = true }
        var words: [String] = []
        if isRenamed { words.append("was named \(old.name)") }
        if old != attribute.named(old.name) { words.append("was \(old.words) and is \(attribute.words)") }
        let description = "\(new.name).\(attribute.name) \(words.joined(separator: " and "))"
        if old.type == attribute.type {
            columns.append(.kept(old))
            if !words.isEmpty { note(description) }
        } else if let conversion = LosslessConversion(from: old.type, to: attribute.type) {
            columns.append(.converted(old, conversion))
            note(description)
        } else {
            columns.append(.added)
            note(description, obstacle: "there is no rule to turn one into the other without loss")
        }
    }

    /// Notes a difference, unless it is the column of a position in an ordered relationship, which is not part of the
    /// model.
    private mutating func note(_ description: String, obstacle: String? = nil) {
        if description.hasPrefix("\(new.name).\(EntitySchema.positionPrefix)") { return }
        differences.append(MigrationPlan.Difference(description: description, obstacle: obstacle))
    }
}

extension AttributeSchema {
    fileprivate func named(_ name: String) -> AttributeSchema {
        AttributeSchema(name: name, type: type, isOptional: isOptional, isUnique: isUnique, isIndexed: isIndexed)
    }

    fileprivate var words: String {
        let word = isOptional ? "optional \(type.rawValue)" : type.rawValue
        return word + (isUnique ? " unique" : isIndexed ? " indexed" : "")
    }
}
