import Foundation

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
/// A store of an older version goes through the stages from its version to the model's, one after the other, and from
/// the last stage's version on through automatic migration alone; all in one transaction, so that a failure leaves the
/// file as it was.
///
/// Before the closure runs, automatic migration has carried over what it can: objects keep their row IDs, and values
/// stay with attributes of the same or a former name. Any other attribute has its default until the closure writes a
/// value, and data that the new model leaves out is dropped when the closure returns. A store that has no class in
/// common with the new model, and none of whose classes the closure read, is refused as another program's.
public struct MigrationStage: Sendable {
    package let source: Int
    /// The version and the entities that it refers to.
    package let target: (version: Int, entities: [EntitySchema])
    private let body: @Sendable (MigrationStep) throws -> Void

    package init(
        from version: Int, to target: (version: Int, entities: [EntitySchema]),
        body: @escaping @Sendable (MigrationStep) throws -> Void
    ) {
        source = version
        self.target = target
        self.body = body
    }

    /// Does what it is for, on rows that the rules have carried over.
    ///
    /// - Parameters:
    ///   - url: the location of the store.
    ///   - name: its name in errors.
    ///   - names: the names of the parts that may be dropped.
    /// - Throws: `StoreError`, also where the store is another program's.
    package func run(
        on rows: any MigrationRows, _ plan: MigrationPlan, of url: URL, named name: String, dropping names: Set<String>
    ) throws(StoreError) {
        let step = MigrationStep(rows)
        let result = Result { try body(step) }
        // A stage that brings the contents of other classes over reads them.
        if !step.knowsOldModel { try plan.requireCommonClass(in: name, dropping: names) }
        if case .failure(let error) = result { throw .stageFailed(url, from: source, to: target.version, error) }
    }

    /// The stages that a store of a version goes through to reach a model.
    package static func path(_ stages: [MigrationStage], from version: Int, to last: Int) -> [MigrationStage] {
        var path: [MigrationStage] = []
        var version = version
        while let next = stages.first(where: { $0.source == version && $0.target.version <= last }) {
            path.append(next)
            version = next.target.version
        }
        return path
    }
}
