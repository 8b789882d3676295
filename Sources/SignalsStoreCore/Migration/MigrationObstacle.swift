/// A line that says to a person why a store cannot be migrated.
package enum MigrationObstacle {
    /// The number of objects that a line names. Of the others it says how many there are.
    package static let namedObjects = 5
}
