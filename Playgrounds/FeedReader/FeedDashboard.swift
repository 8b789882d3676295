import Foundation
import Signals
import SignalsDashboard
import SignalsStore
import SignalsStoreDashboard

/// The dashboard of the feeds and their articles, which follows what any program imports and reads.
@MainActor
final class FeedDashboard {
    /// A feed and the number of its unread articles; without an ID, all of them.
    private struct Row: Hashable, Identifiable {
        let id: ManagedObjectID<Feed>?
        let title: String
        let unread: Int
    }

    private(set) var dashboard: Dashboard!
    let saves = SaveState()

    init(_ store: FeedStore, on terminal: Terminal = .standard) {
        let newest = FetchRequest<Article>(sortBy: [SortDescriptor(\.published, order: .reverse)])
        let results = FetchedResults(newest, in: store.container)
        let names = FetchedResults(FetchRequest<Feed>(sortBy: [SortDescriptor(\.title)]), in: store.container)
        let rows = names.$snapshots.combineLatest(results.$snapshots).map { feeds, articles in
            let unread = Dictionary(grouping: articles.filter { !$0.isRead }, by: \.feed).mapValues(\.count)
            return [Row(id: nil, title: "All", unread: unread.values.reduce(0, +))]
                + feeds.map { Row(id: $0.objectID, title: $0.title, unread: unread[$0.objectID] ?? 0) }
        }
        let feeds = LiveTable(
            rows, columns: [.text("Feed", .share(min: 8)) { $0.title }, .number("New") { $0.unread }])
        let articles = LiveTable(
            results,
            columns: [
                .text("When", .fixed(10), priority: 3) { $0.published.formatted(.iso8601.year().month().day()) },
                .text("Article", .share(min: 16)) { $0.title },
            ])
        feeds.style { $0.unread > 0 ? .bold : .dim }
        articles.style { $0.isRead ? .dim : .bold }
        articles.follow(feeds) { article, feed in feed == nil || article.feed == feed }
        articles.empty = Line("No articles yet: FeedReader STORE import FILE.json", .dim)
        let read = KeyCommand("r", name: "read", unless: { articles.selected == nil ? "no article is selected" : nil })
        {
            [saves] in
            let targets = Set(articles.targets)
            for article in results.snapshots where targets.contains(article.id) {
                store.markAsRead(article.url.absoluteString).track(in: saves)
            }
        }
        dashboard = Dashboard("FeedReader", keys: [read], observing: [names], on: terminal) { size in
            Columns {
                if size.columns >= 50 { feeds.titled("Feeds").width(.share(1, min: 18, max: 30)) }
                articles.titled("Articles").width(.share(3, min: 24)).priority(9)
            }
        }
        dashboard.follow(saves)
        dashboard.focus(articles)
    }
}
