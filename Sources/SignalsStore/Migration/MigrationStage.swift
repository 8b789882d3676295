/// A step from one version of a model to a later one that is written by hand. Core Data's `NSCustomMigrationStage`.
///
/// ```swift
/// let stage = MigrationStage(from: 1, to: ManagedObjectModel(version: 2, Person.self)) { step in
///     try step.forEachRow(of: "Person") { old in
///         let words = try old.value("name", as: String.self).split(separator: " ")
///         try step.update("Person", old.number, ["firstName": String(words[0])])
///     }
/// }
/// ```
/// A store of an older version goes through the stages that lead from its version to the model's, one after the other,
/// and from where they end by the rules alone; all in one transaction, so that a failure leaves the file as it was.
///
/// Before the closure runs, the rules have carried over what they can: objects keep their numbers, and values stay with
/// attributes of the same or a former name. What no rule carries over has the attribute's default until the closure
/// writes another value, and what the new model leaves out is gone when the closure returns.
public struct MigrationStage: Sendable {
    let source: Int
    let target: ManagedObjectModel
    let body: @Sendable (MigrationStep) throws -> Void

    /// A stage.
    ///
    /// - Parameters:
    ///   - version: the version of the stores that it begins with. A store that was written before models had versions
    ///     has version 1.
    ///   - model: what it leads to, of a greater version: the container's model, or an older one whose classes are kept
    ///     for this, as in `enum Version2 { final class Person: ManagedObject { … } }`.
    ///   - body: what to do, on the thread that opens the store. What it throws ends the opening with
    ///     `StoreError.stageFailed`.
    public init(
        from version: Int, to model: ManagedObjectModel, _ body: @escaping @Sendable (MigrationStep) throws -> Void
    ) {
        guard model.version > version else {
            fatalError(
                "A migration stage leads from version \(version) to \(model.version). "
                    + "Give the model a greater version: ManagedObjectModel(version: \(version + 1), …).")
        }
        source = version
        target = model
        self.body = body
    }

    /// The stages that a store of a version goes through to reach a model.
    static func path(_ stages: [MigrationStage], from version: Int, to last: Int) -> [MigrationStage] {
        var path: [MigrationStage] = []
        var version = version
        while let next = stages.first(where: { $0.source == version && $0.target.version <= last }) {
            path.append(next)
            version = next.target.version
        }
        return path
    }
}
