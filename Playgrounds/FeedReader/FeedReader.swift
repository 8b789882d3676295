import Foundation
import Signals
import SignalsDashboard
import SignalsStore

/// The program: imports feeds into a store, and shows the articles in it that nobody has read.
@main struct FeedReader {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("FeedReader: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ words: [String]) async throws {
        switch (words.dropFirst().first, words.count) {
        case ("import", 3):
            let feeds = try FeedFile.feeds(path: words[2])
            try await open(words[0]) {
                say("\(feeds.count) feeds, \(try await $0.importFeeds(feeds).value) new articles")
            }
        case ("list", 2): try await open(words[0]) { try await $0.unreadLines().value.forEach(say) }
        case ("read", 3): try await open(words[0]) { say("read: \(try await $0.markAsRead(words[2]).value)") }
        case ("show", _): try await open(words[0]) { try await show($0, OutputMode(arguments: words)) }
        case ("feeds", 2): try await open(words[0]) { try await watchFeeds($0, changes: 0) }
        case ("feeds", 3):
            guard let changes = Int(words[2]), changes >= 0 else { throw FeedError.usage }
            try await open(words[0]) { try await watchFeeds($0, changes: changes) }
        case ("watch", 2): try await open(words[0]) { try await watch($0, changes: .max) }
        case ("watch", 3):
            guard let changes = Int(words[2]), changes >= 0 else { throw FeedError.usage }
            try await open(words[0]) { try await watch($0, changes: changes) }
        default: throw FeedError.usage
        }
    }

    /// Opens the store at `path`, and closes it at the end: then all that is in it is in this one file.
    private static func open(_ path: String, _ body: (FeedStore) async throws -> Void) async throws {
        let store = try FeedStore(path: path)
        defer { store.container.close() }
        try await body(store)
    }

    /// Shows the dashboard, and waits for the last saves.
    @MainActor
    private static func show(_ store: FeedStore, _ mode: OutputMode) async throws {
        let feeds = FeedDashboard(store)
        try await feeds.dashboard.run(mode)
        await feeds.saves.settled()
    }

    /// Prints the unread articles, and again after each of so many changes.
    private static func watch(_ store: FeedStore, changes: Int) async throws {
        var seen = 0
        for try await articles in store.container.publisher(for: .unread).values {
            say("\(articles.count) unread")
            for article in articles { say("  \(article.title)") }
            if seen == changes { return }
            seen += 1
        }
    }

    /// Prints how many articles of each feed are unread, and again after each of so many changes of that.
    private static func watchFeeds(_ store: FeedStore, changes: Int) async throws {
        let feeds = FetchRequest<Feed>(sortBy: [SortDescriptor(\.title, comparator: .localizedStandard(.current))])
        let counts = store.container.publisher(forGroupsOf: .unread, by: \.feed, computing: .count)
        var seen = 0
        for try await groups in counts.values {
            let unread = Dictionary(uniqueKeysWithValues: groups.map { ($0.key, $0.values) })
            say("\(unread.values.reduce(0, +)) unread")
            for feed in try await store.container.snapshots(for: feeds).value {
                say("  \(feed.title) \(unread[feed.objectID, default: 0])")
            }
            if seen == changes { return }
            seen += 1
        }
    }

    /// Writes a line at once, also into a pipe.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
