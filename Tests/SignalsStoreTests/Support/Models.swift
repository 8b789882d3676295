import Foundation
import SignalsStore

enum Frequency: Int, Codable, AttributeValue { case days, weeks, months }

/// A household's task, as most tests save it.
final class Chore: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var notes: String? = nil
    @Attribute(.indexed) var dueDate = Date.distantFuture
    @Attribute var minutes = 1
    @Attribute var frequency = Frequency.weeks
    @Attribute var isDone = false

    /// A computed property, which no store knows.
    var shoutedName: String { name.uppercased() }
}
