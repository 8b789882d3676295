extension RowEvaluation {
    /// Of an object, with the values that it has now. Paths of relationships to one are followed.
    init(of object: ManagedObject) { self.init(Row(object)) }
}

extension RowEvaluation.Row {
    fileprivate init(_ object: ManagedObject) {
        self.init(number: object.number, value: object.storedValue) { column in
            guard let relationship = object.entity.relationships.first(where: { $0.column == column }) else {
                return nil
            }
            object.relationshipWillBeRead(UInt16(relationship.index))
            return relationship.members(in: object).first.map(Self.init)
        }
    }
}
