/// The rows that a migration stage works on: the rows as they were, and the rows as they are to be.
///
/// It is used on the thread that it was given to, until the stage's closure returns.
public final class MigrationStep {
    private let rows: any MigrationRows
    /// True if the stage has read a class of the old model, so the store is not another program's.
    private(set) var knowsOldModel = false

    package init(_ rows: any MigrationRows) { self.rows = rows }

    /// Calls a closure with each old row of an entity, in the order of their row IDs.
    ///
    /// - Parameters:
    ///   - entityName: the entity's name in the old model.
    ///   - body: the work with a row; it may write new rows. An entity that is the same in both models has the same
    ///     rows on both sides, so rows that were written in the new model are seen here.
    /// - Throws: `MigrationError`, or what `body` throws.
    public func forEachRow(of entityName: String, _ body: (MigrationRow) throws -> Void) throws {
        try rows.forEachOldRow(of: entityName, body)
        knowsOldModel = true
    }

    /// Returns an old row; nil when there is none.
    ///
    /// - Parameters:
    ///   - entityName: the entity's name in the old model.
    ///   - number: the object's number.
    /// - Throws: `MigrationError`.
    public func oldRow(_ entityName: String, _ number: Int64) throws -> MigrationRow? {
        let row = try rows.oldRow(of: entityName, number)
        knowsOldModel = true
        return row
    }

    /// Writes values of a row of the new model.
    ///
    /// - Parameters:
    ///   - entityName: the entity's name in the new model.
    ///   - number: the object's number, which is that of its old row.
    ///   - values: by the attributes' names in the new model. A relationship to one object is written by its name too, as
    ///     the `Int64` that is that object's number, or a nil `Int64?`.
    /// - Throws: `MigrationError`.
    public func update(_ entityName: String, _ number: Int64, _ values: [String: any AttributeValue]) throws {
        try rows.updateNewRow(of: entityName, number, try values.mapValues { try $0.storedValue() })
    }

    /// Adds a row to the new model.
    ///
    /// - Parameters:
    ///   - entityName: the entity's name in the new model.
    ///   - values: by the attributes' names in the new model; the others have their defaults. A relationship to one object
    ///     is written as in `update`.
    /// - Returns: the new object's number.
    /// - Throws: `MigrationError`.
    @discardableResult
    public func insert(_ entityName: String, _ values: [String: any AttributeValue]) throws -> Int64 {
        try rows.insertNewRow(of: entityName, try values.mapValues { try $0.storedValue() })
    }

    /// Leaves a row out of the new model.
    ///
    /// - Parameters:
    ///   - entityName: the entity's name in the new model.
    ///   - number: the object's number.
    /// - Throws: `MigrationError`.
    public func delete(_ entityName: String, _ number: Int64) throws {
        try rows.deleteNewRow(of: entityName, number)
    }
}

extension EntitySchema {
    /// Refuses values that a stage cannot write to a row, by the names of their attributes.
    ///
    /// - Parameter name: the entity's name in the model, which that of its table may not be.
    package func requireAccepted(_ values: [String: StoredValue], as name: String) throws(MigrationError) {
        for (attributeName, value) in values {
            guard let attribute = attributes.first(where: { $0.name == attributeName }) else {
                throw .noSuchAttribute(entityName: name, attributeName: attributeName)
            }
            guard attribute.origin.accepts(value) else {
                throw .refusedValue(entityName: name, attributeName: attributeName, value: value)
            }
        }
    }
}
