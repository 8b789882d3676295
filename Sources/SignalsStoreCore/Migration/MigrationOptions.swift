/// What a store's description says about migration.
package struct MigrationOptions: Sendable {
    package var isAutomatic = true
    /// What may be dropped: names of classes, or of a class and a property.
    package var dropping: Set<String> = []
    package var keepsCopy = true
    package var stages: [MigrationStage] = []
    package var report: (@Sendable (MigrationProgress) -> Void)?

    package init() {}
}
