import Foundation
import Signals
import SignalsStore

@testable import FeedReader

extension FeedStore {
    /// Everything that is in the store, a line each.
    func contents() async throws -> [String] {
        try await container.performBackgroundTask { context in
            let feeds = try context.fetch(FetchRequest<Feed>()).map { feed in
                "feed \(feed.url) \(feed.title) \(feed.articles.count)"
            }
            let articles = try context.fetch(FetchRequest<Article>()).map { article in
                let tags = article.tags.map(\.name).sorted().joined(separator: " ")
                return "article \(article.url) \(article.title) \(article.isRead) \(tags)"
            }
            let tags = try context.fetch(FetchRequest<Tag>()).map { "tag \($0.name) \($0.articles.count)" }
            return (feeds + articles + tags).sorted()
        }.value
    }
}
