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

    /// The few rows of which a text contains another.
    static func rowsWithText(_ count: Int) -> Double {
        reading(count) { context in
            let request = FetchRequest<Parcel>(predicate: #Predicate { $0.notes.contains("number 777") })
            return try context.fetchSnapshots(request).count
        }
    }

    /// A sum for each of a hundred cities.
    static func groups(_ count: Int) -> Double {
        reading(count) { context in
            try context.groups(of: FetchRequest<Parcel>(), by: \.city, computing: .count, .sum(\.minutes)).count
        }
    }

    private static func reading(_ count: Int, _ read: (ManagedObjectContext) throws -> Int) -> Double {
        let context = FilledSchema.with(count).container.newBackgroundContext()
        return Server.trying {
            try context.performAndWait {
                let expected = try read(context)
                var found = 0
                let time = try Server.nanoseconds { found = try read(context) }
                guard found == expected, found > 1, found < count / 2 else { Server.fail("\(found) of \(count) rows") }
                return time
            }
        }
    }

    static func rowsWithTextByPsycopg(_ count: Int) -> Double {
        byPsycopg(count, "SELECT * FROM filled.\"Parcel\" WHERE strpos(notes, 'number 777') > 0 ORDER BY \(number)")
    }

    static func groupsByPsycopg(_ count: Int) -> Double {
        byPsycopg(count, "SELECT city, count(*), sum(minutes) FROM filled.\"Parcel\" GROUP BY city ORDER BY city")
    }

    private static func byPsycopg(_ count: Int, _ query: String) -> Double {
        _ = FilledSchema.with(count)
        return Server.python("rows", query)
    }

    private static let query =
        "SELECT \(Parcel.columns.map { "\"\($0)\"" }.joined(separator: ", ")) FROM filled.\"Parcel\" ORDER BY \(number)"
    private static let number = "signals_id"

    static func rowsByPsql(_ count: Int) -> Double {
        _ = FilledSchema.with(count)
        return Server.nanoseconds { Server.run("psql", ["-qXAt", "-o", "/dev/null", "-c", query, Server.address]) }
    }

    static func rowsByPsycopg(_ count: Int) -> Double { byPsycopg(count, query) }

    static func objectsBySQLAlchemy(_ count: Int) -> Double {
        _ = FilledSchema.with(count)
        return Server.python("objects", FilledSchema.with(count).name)
    }
}
