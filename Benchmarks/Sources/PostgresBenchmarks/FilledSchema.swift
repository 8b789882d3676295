import Foundation
import SignalsStore

/// A schema with parcels, filled once for all runs.
final class FilledSchema {
    let container: PersistentContainer
    let name = "filled"
    private let count: Int

    // SAFETY: a workload runs alone.
    nonisolated(unsafe) private static var present: FilledSchema?

    static func with(_ count: Int) -> FilledSchema {
        if let present, present.count == count { return present }
        present?.container.close()
        let made = Server.trying { try FilledSchema(count) }
        present = made
        return made
    }

    private init(_ count: Int) throws {
        self.count = count
        Server.sql("SET client_min_messages = warning", "DROP SCHEMA IF EXISTS filled CASCADE")
        container = try PersistentContainer.benchmark(schema: name)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for number in 0..<count { Parcel(numbered: number, in: context) }
            try context.save()
        }
        Server.sql("VACUUM ANALYZE filled.\"Parcel\"")
    }
}
