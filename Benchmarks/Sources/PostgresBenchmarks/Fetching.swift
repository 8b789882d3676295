import Foundation
import SignalsStore

/// All rows of a table.
enum Fetching {
    static func snapshots(_ count: Int) -> Double {
        let context = FilledSchema.with(count).container.newBackgroundContext()
        return Server.trying {
            try context.performAndWait {
                _ = try context.fetchSnapshots(FetchRequest<Parcel>(fetchLimit: 1))
                var found = SnapshotList<Parcel>()
                let time = try Server.nanoseconds { found = try context.fetchSnapshots(FetchRequest<Parcel>()) }
                guard found.count == count else { Server.fail("\(found.count) rows instead of \(count)") }
                return withExtendedLifetime(found) { time }
            }
        }
    }

    static func objects(_ count: Int) -> Double {
        let context = FilledSchema.with(count).container.newBackgroundContext()
        return Server.trying {
            try context.performAndWait {
                _ = try context.fetch(FetchRequest<Parcel>(fetchLimit: 1))
                var found: [Parcel] = []
                let time = try Server.nanoseconds { found = try context.fetch(FetchRequest<Parcel>()) }
                guard found.count == count else { Server.fail("\(found.count) objects instead of \(count)") }
                return withExtendedLifetime(found) { time }
            }
        }
    }

    private static let query =
        "SELECT \(Parcel.columns.map { "\"\($0)\"" }.joined(separator: ", ")) FROM filled.\"Parcel\" ORDER BY \(number)"
    private static let number = "signals_id"

    static func rowsByPsql(_ count: Int) -> Double {
        _ = FilledSchema.with(count)
        return Server.nanoseconds { Server.run("psql", ["-qXAt", "-o", "/dev/null", "-c", query, Server.address]) }
    }

    static func rowsByPsycopg(_ count: Int) -> Double {
        _ = FilledSchema.with(count)
        return Server.python("rows", query)
    }

    static func objectsBySQLAlchemy(_ count: Int) -> Double {
        _ = FilledSchema.with(count)
        return Server.python("objects", FilledSchema.with(count).name)
    }
}
