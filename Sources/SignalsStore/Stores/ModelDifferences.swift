/// What keeps a store that was written with one model from being opened with another.
///
/// A new entity is no difference, since its table can be made, and neither is an entity left out: its rows stay.
struct ModelDifferences {
    let descriptions: [String]

    var isEmpty: Bool { descriptions.isEmpty }

    init(from stored: [EntitySchema], to given: [EntitySchema]) {
        var descriptions: [String] = []
        for entity in given {
            guard let old = stored.first(where: { $0.name == entity.name }) else { continue }
            descriptions += Self.differences(from: old, to: entity)
        }
        self.descriptions = descriptions
    }

    private static func differences(from old: EntitySchema, to new: EntitySchema) -> [String] {
        var found: [String] = []
        for attribute in new.attributes {
            guard let before = old.attributes.first(where: { $0.name == attribute.name }) else {
                found.append("\(new.name).\(attribute.name) is not in the file")
                continue
            }
            if before != attribute {
                found.append("\(new.name).\(attribute.name) was \(describe(before)) and is \(describe(attribute))")
            }
        }
        for attribute in old.attributes where !new.attributes.contains(where: { $0.name == attribute.name }) {
            found.append("\(new.name).\(attribute.name) is in the file only")
        }
        return found
    }

    private static func describe(_ attribute: AttributeSchema) -> String {
        var words = [attribute.isOptional ? "optional \(attribute.type.rawValue)" : attribute.type.rawValue]
        if attribute.isUnique { words.append("unique") } else if attribute.isIndexed { words.append("indexed") }
        return words.joined(separator: " ")
    }
}
