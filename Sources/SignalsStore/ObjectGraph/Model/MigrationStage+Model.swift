extension MigrationStage {
    /// A stage.
    ///
    /// - Parameters:
    ///   - version: the version of the stores that it begins with. A store that was written before models had versions
    ///     has version 1.
    ///   - model: the new model, of a greater version: the container's model, or an older one whose classes are kept
    ///     for this, as in `enum Version2 { final class Person: ManagedObject { … } }`.
    ///   - body: the work, on the thread that opens the store. What it throws ends the opening with
    ///     `StoreError.stageFailed`.
    public init(
        from version: Int, to model: ManagedObjectModel, _ body: @escaping @Sendable (MigrationStep) throws -> Void
    ) {
        guard model.version > version else {
            fatalError(
                "A migration stage leads from version \(version) to \(model.version). "
                    + "Give the model a greater version: ManagedObjectModel(version: \(version + 1), …).")
        }
        self.init(from: version, to: (model.version, model.entities.map { $0.makeSchema() }), body: body)
    }
}
