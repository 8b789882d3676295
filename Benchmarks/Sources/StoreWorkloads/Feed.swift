import GRDB
import SignalsStore

/// An object that others belong to: by a to-one, and in lists.
final class Feed: ManagedObject {
    @Attribute var name = ""
    @Relationship(deleteRule: .cascade) var articles: Set<Article> = []
    @Relationship var readingList: [Article] = []
}

/// An object that belongs to a feed and has tags.
final class Article: ManagedObject {
    @Attribute(.unique) var number = 0
    @Attribute var title = ""
    @Relationship(inverse: \Feed.articles) var feed: Feed?
    @Relationship(inverse: \Tag.articles) var tags: Set<Tag> = []
}

/// An object that has many articles, each of which may have many tags.
final class Tag: ManagedObject {
    @Attribute(.unique) var name = ""
    @Relationship var articles: Set<Article> = []
}

extension Article: ImportableUniqueObject {
    /// The values of an article from elsewhere: a number, and the tags.
    struct Source: Sendable {
        let number: Int
        let tags: [ManagedObjectID<Tag>]
    }

    typealias ImportSource = Source
    static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Article, Int> & Sendable { \.number }

    static func uniqueID(from source: Source, in transaction: some DataTransaction) -> Int? { source.number }

    func update(from source: Source, in transaction: some DataTransaction) throws {
        title = ItemValues.name(source.number)
        for id in source.tags { tags.insert(try transaction.edit(id)) }
    }
}

/// A feed as a record for GRDB, written by hand as its documentation advises where speed matters.
struct FeedRecord: PersistableRecord {
    static let databaseTableName = "feed"

    var id: Int64
    var name: String

    init(_ number: Int) {
        id = Int64(number + 1)
        name = ItemValues.name(number)
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["version"] = 1
        container["name"] = name
    }

    static let table =
        "CREATE TABLE feed (id INTEGER PRIMARY KEY NOT NULL, version INTEGER NOT NULL, name TEXT NOT NULL)"
}

/// The same for an article, whose feed is a column with an index, as GRDB's documentation advises for `belongsTo`.
struct ArticleRecord: PersistableRecord {
    static let databaseTableName = "article"

    var id: Int64
    var number: Int
    var title: String
    var feedID: Int64

    init(_ number: Int, ofFeed feed: Int) {
        id = Int64(number + 1)
        self.number = number
        title = ItemValues.name(number)
        feedID = Int64(feed + 1)
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["version"] = 1
        container["number"] = number
        container["title"] = title
        container["feedId"] = feedID
    }

    static let table = """
        CREATE TABLE article (id INTEGER PRIMARY KEY NOT NULL, version INTEGER NOT NULL, \
        number INTEGER NOT NULL UNIQUE, title TEXT NOT NULL, feedId INTEGER REFERENCES feed(id));
        CREATE INDEX article_feedId ON article(feedId)
        """
}
