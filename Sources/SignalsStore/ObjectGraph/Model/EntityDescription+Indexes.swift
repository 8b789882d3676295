import SignalsStoreCore

// The columns of what a class declares over several of its attributes.
extension EntityDescription {
    /// The names of the columns of each of the class's `uniquenessConstraints`.
    var uniqueSets: [[String]] {
        type.uniquenessConstraints.map { $0.map { column(of: $0, in: "uniquenessConstraints").name } }
    }

    /// The class's `fetchIndexes`, each once.
    var indexes: [IndexSchema] {
        var known: Set<IndexSchema> = []
        return type.fetchIndexes.map(schema).filter { known.insert($0).inserted }
    }

    private func schema(of index: FetchIndex) -> IndexSchema {
        if index.elements.isEmpty {
            fatalError("\(name).fetchIndexes has an index of nothing. Name an attribute in it.")
        }
        let terms = index.elements.map {
            IndexSchema.Term(
                column: self.column(of: $0.keyPath, in: "fetchIndexes").name, isDescending: $0.isDescending)
        }
        guard let condition = index.condition else { return IndexSchema(terms: terms) }
        let column = self.column(of: condition.keyPath, in: "fetchIndexes")
        if column.type != .boolean || column.isOptional {
            fatalError("\(name).fetchIndexes asks whether \(column.name) is true, which is not a Bool.")
        }
        return IndexSchema(terms: terms, filter: IndexSchema.Filter(column: column.name, value: condition.value))
    }

    private func column(
        of keyPath: AnyKeyPath, in property: String
    ) -> (name: String, type: AttributeType, isOptional: Bool) {
        switch target(of: keyPath) {
        case .attribute(let index):
            return (attributes[index].name, attributes[index].type, attributes[index].isOptional)
        case .relationship(let index) where relationships[index].isToOne:
            return (relationships[index].name, .reference, true)
        default:
            fatalError(
                "\(name).\(property) names \(keyPath), which is neither a stored attribute of it nor a relationship to one."
            )
        }
    }
}
