/// What a store's description says about migration.
struct MigrationOptions: Sendable {
    var isAutomatic = true
    var stages: [MigrationStage] = []
    var report: (@Sendable (MigrationProgress) -> Void)?
}
