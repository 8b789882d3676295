import Foundation
import Signals
import SignalsPostgres
import SignalsStore

/// The feeds and articles in a file, or on a server.
struct FeedStore: Sendable {
    let container: PersistentContainer

    /// The store at `path`, which is made if there is none; or at an address that begins with `postgresql://`.
    init(path: String) throws {
        let isServer = path.hasPrefix("postgresql://")
        try self.init(isServer ? .postgres(path, schema: "feeds") : .sqlite(at: URL(filePath: path)))
    }

    init(_ store: PersistentStoreDescription) throws {
        let model = ManagedObjectModel(Feed.self, Article.self, Tag.self)
        container = try PersistentContainer(name: "Feeds", model: model, stores: [store])
        // Two programs may import one article at once: the second then updates what the first has inserted.
        container.mergePolicy = .mergeByPropertyObjectTrump
    }

    /// Saves feeds and their articles, all or none. What is there is updated where it differs.
    ///
    /// - Returns: the number of new articles.
    func importFeeds(_ feeds: [FeedRecord]) -> Future<Int, any Error> {
        DataStack(container).perform { transaction in
            let context = transaction.context
            // All tags first: to look for one takes the longer, the more has been changed before.
            var tags: [String: Tag] = [:]
            for name in Set(feeds.flatMap(\.articles).flatMap(\.tags)) {
                tags[name] = try context.findOrCreate(Tag.self, where: \.name, equals: name)
            }
            for record in feeds {
                let feed = try context.findOrCreate(Feed.self, where: \.url, equals: record.url)
                feed.title = record.title
                let names = Dictionary(record.articles.map { ($0.url, $0.tags) }) { $1 }
                for article in try transaction.importUniqueObjects(Into<Article>(), sources: record.articles) {
                    article.feed = feed
                    article.tags = Set(names[article.url, default: []].compactMap { tags[$0] })
                }
            }
            return context.insertedObjects.count { $0 is Article }
        }
    }

    /// Marks an article as read, and returns its title.
    func markAsRead(_ address: String) -> Future<String, UnitOfWorkError> {
        UnitOfWork(container: container).execute { context in
            guard let url = URL(string: address),
                let article = try context.fetch(FetchRequest<Article>(predicate: #Predicate { $0.url == url })).first
            else { throw FeedError.unknownArticle(address) }
            article.isRead = true
            return article.title
        }
    }

    /// The unread articles with their feeds and tags, a line each.
    func unreadLines() -> Future<[String], any Error> {
        container.performBackgroundTask { context in
            var request = FetchRequest.unread
            request.relationshipKeyPathsForPrefetching = [\.feed, \.tags]
            return try context.fetch(request).map(\.line)
        }
    }
}
