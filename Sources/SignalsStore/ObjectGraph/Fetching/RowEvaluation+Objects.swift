extension RowEvaluation {
    /// Of an object and those that it is related to, with the values that they have now.
    init(of object: ManagedObject) {
        self.init(Row(number: object.number, value: object.storedValue), among: RelatedObjects(of: object))
    }

    /// The same, of an object that is a row of a superclass.
    ///
    /// - Parameter columns: the columns of the superclass, by their index in it.
    init(of object: ManagedObject, columns: [Int]) {
        let row = Row(number: object.number) { try object.storedValue(columns[$0]) }
        self.init(row, among: RelatedObjects(of: object))
    }
}
