/// The options for migration in a store's description.
package struct MigrationOptions: Sendable {
    package var isAutomatic = true
    /// The names of what may be dropped: names of classes, or of a class and a property.
    package var dropping: Set<String> = []
    package var keepsCopy = true
    package var stages: [MigrationStage] = []
    package var report: (@Sendable (MigrationProgress) -> Void)?

    package init() {}
}
