import Foundation
import SignalsStore

/// New rows, all in one save: making them, and the save.
enum Inserting {
    static func parcels(_ count: Int) -> Double {
        Server.withSchema { container, _ in
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                try Server.nanoseconds {
                    for number in 0..<count { Parcel(numbered: number, in: context) }
                    try context.save()
                }
            }
        }
    }

    static func articles(_ count: Int) -> Double {
        Server.withSchema { container, _ in
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                let feeds = try makeFeeds(in: context)
                return try Server.nanoseconds {
                    for number in 0..<count { make(number, feeds, in: context) }
                    try context.save()
                }
            }
        }
    }

    private static func makeFeeds(in context: ManagedObjectContext) throws -> [Feed] {
        let feeds = (0..<1000).map { number in
            let feed = Feed(context: context)
            feed.name = "Feed \(number)"
            return feed
        }
        try context.save()
        return feeds
    }

    private static func make(_ number: Int, _ feeds: [Feed], in context: ManagedObjectContext) {
        let article = Article(context: context)
        article.number = number
        article.title = "Article \(number)"
        article.feed = feeds[number % feeds.count]
    }

    static func parcelsByCopy(_ count: Int) -> Double { copy(count, "Parcel", parcels: true) }
    static func articlesByCopy(_ count: Int) -> Double { copy(count, "Article", parcels: false) }

    /// Copies rows that the store wrote from a file into a table like the store's, with its indexes.
    private static func copy(_ count: Int, _ table: String, parcels: Bool) -> Double {
        let file = RowsFile.with(count, table) { context in
            if parcels { return (0..<count).forEach { Parcel(numbered: $0, in: context) } }
            let feeds = try makeFeeds(in: context)
            for number in 0..<count { make(number, feeds, in: context) }
        }
        Server.sql(
            "SET client_min_messages = warning", "DROP TABLE IF EXISTS copied",
            "CREATE TABLE copied (LIKE rows.\"\(table)\" INCLUDING ALL)")
        return Server.nanoseconds { Server.sql("\\copy copied FROM '\(file)'") }
    }
}

/// Rows of a table as `\copy` reads them. The schema `rows` keeps the table for its columns and indexes.
enum RowsFile {
    // SAFETY: a workload runs alone.
    nonisolated(unsafe) private static var present: [String: String] = [:]

    static func with(
        _ count: Int, _ table: String, _ fill: (ManagedObjectContext) throws -> Void
    ) -> String {
        let key = "\(table)-\(count)"
        if let file = present[key] { return file }
        let file = FileManager.default.temporaryDirectory.appending(path: "signals-rows-\(UUID().uuidString)").path
        Server.trying {
            Server.sql("SET client_min_messages = warning", "DROP SCHEMA IF EXISTS rows CASCADE")
            let container = try PersistentContainer.benchmark(schema: "rows")
            defer { container.close() }
            let context = container.newBackgroundContext()
            try context.performAndWait {
                try fill(context)
                try context.save()
            }
        }
        Server.sql("\\copy rows.\"\(table)\" TO '\(file)'")
        present = [key: file]
        return file
    }
}
