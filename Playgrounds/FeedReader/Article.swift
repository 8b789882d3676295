import Foundation
import SignalsStore

/// An article of a feed, read or not.
final class Article: ManagedObject {
    @Attribute(.unique) var url = URL(filePath: "/")
    @Attribute var title = ""
    @Attribute(.indexed) var published = Date.distantPast
    @Attribute(.indexed) var isRead = false
    @Relationship(.required, inverse: \Feed.articles) var feed: Feed?
    @Relationship(inverse: \Tag.articles) var tags: Set<Tag> = []

    /// The article with its feed and tags.
    var line: String {
        let tags = tags.map { " #" + $0.name }.sorted().joined()
        return "\(title) (\(feed?.title ?? "no feed"))\(tags) \(url.absoluteString)"
    }
}

extension Article: ImportableUniqueObject {
    static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Article, URL> & Sendable { \.url }

    static func uniqueID(from source: ArticleRecord, in transaction: some DataTransaction) -> URL? { source.url }

    /// Takes over what a file says of the article itself: not whether it was read.
    func update(from source: ArticleRecord, in transaction: some DataTransaction) {
        title = source.title
        published = source.published
    }
}

extension FetchRequest<Article> {
    /// The articles that nobody has read, the newest first.
    static var unread: FetchRequest<Article> {
        FetchRequest(
            predicate: #Predicate { !$0.isRead }, sortBy: [SortDescriptor(\.published, order: .reverse)])
    }
}
