/// What a store's description says about migration.
struct MigrationOptions: Sendable {
    var isAutomatic = true
    /// What may be dropped: names of classes, or of a class and a property.
    var dropping: Set<String> = []
    var keepsCopy = true
    var stages: [MigrationStage] = []
    var report: (@Sendable (MigrationProgress) -> Void)?
}
