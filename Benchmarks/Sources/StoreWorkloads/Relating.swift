import Foundation
import GRDB
import Harness
import SignalsStore

// Relationships: what each change of one member costs beside so many others, recorded for undo, with the save. The store
// is in memory, since a sync would cost the few more than the many, and the processor's time is measured.
extension StoreWorkloads {
    /// Objects that are assigned an owner, which has their inverse in memory.
    public static func relateToOne(_ count: Int) -> Double {
        relating(count) { articles, feed in for article in articles { article.feed = feed } }
    }

    /// Objects that are inserted into a set.
    public static func relateByInserting(_ count: Int) -> Double {
        relating(count) { articles, feed in for article in articles { feed.articles.insert(article) } }
    }

    /// Objects that are appended to an array.
    public static func relateInOrder(_ count: Int) -> Double {
        relating(count) { articles, feed in for article in articles { feed.readingList.append(article) } }
    }

    /// Objects that each get one of ten others, of which each has many.
    public static func relateManyToMany(_ count: Int) -> Double {
        relating(count) { articles, feed in
            guard let context = feed.managedObjectContext else { return }
            let tags = try context.fetch(FetchRequest<Tag>())
            for (number, article) in articles.enumerated() { article.tags.insert(tags[number % tags.count]) }
        }
    }

    /// Objects that are taken out of an array, each by a step, and the undo and redo of all of them.
    public static func undoInOrder(_ count: Int) -> Double {
        undoing(count) { articles, feed in for _ in articles { feed.readingList.removeLast() } }
    }

    /// Objects that are deleted, each by a step, and the undo and redo of all of them.
    public static func undoDeletions(_ count: Int) -> Double {
        undoing(count) { articles, feed in
            for article in articles.reversed() { feed.managedObjectContext?.delete(article) }
        }
    }

    private static func undoing(_ count: Int, _ change: ([Article], Feed) throws -> Void) -> Double {
        withFeeds([.inMemory()]) { container in
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                let feed = Feed(context: context)
                let articles = (0..<count).map { article(numbered: $0, in: context) }
                feed.readingList = articles
                try context.save()
                context.isUndoEnabled = true
                context.levelsOfUndo = 0
                return ProcessorTime.spent {
                    trying {
                        try change(articles, feed)
                        while context.canUndo { context.undo() }
                        while context.canRedo { context.redo() }
                    }
                }
            }
        }
    }

    private static func relating(_ count: Int, _ relate: ([Article], Feed) throws -> Void) -> Double {
        withFeeds([.inMemory()]) { container in
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                let feed = Feed(context: context)
                let tags = (0..<10).map { tag(named: $0, in: context) }
                let articles = (0..<count).map { article(numbered: $0, in: context) }
                try context.save()
                context.isUndoEnabled = true
                sum += feed.articles.count + feed.readingList.count + tags.reduce(0) { $0 + $1.articles.count }
                return ProcessorTime.spent {
                    trying {
                        try relate(articles, feed)
                        try context.save()
                    }
                }
            }
        }
    }

    /// Sources that name objects, each with two of ten tags; half of the objects exist already.
    public static func importUnique(_ count: Int) -> Double {
        withFeeds([.inMemory()]) { container in
            let context = container.newBackgroundContext()
            let tags = try context.performAndWait {
                let tags = (0..<10).map { tag(named: $0, in: context) }
                for number in 0..<count / 4 { _ = article(numbered: number * 2, in: context) }
                try context.save()
                return tags.map { $0.objectID }
            }
            let stack = DataStack(container)
            let sources = (0..<count / 2).map { number in
                Article.Source(number: number, tags: (0..<2).map { tags[(number + $0) % tags.count] })
            }
            return ProcessorTime.spent {
                trying {
                    _ = try stack.beginSynchronous { transaction in
                        try transaction.importUniqueObjects(Into<Article>(), sources: sources)
                        transaction.commit()
                    }
                }
            }
        }
    }

    /// Objects that are looked up by a unique name while those that were made before wait for the save: each twice, and
    /// a quarter is there already.
    public static func findOrCreate(_ count: Int) -> Double {
        withFeeds([.inMemory()]) { container in
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                for number in 0..<count / 8 { _ = tag(named: number * 4, in: context) }
                try context.save()
                return ProcessorTime.spent {
                    trying {
                        for number in 0..<count {
                            let name = ItemValues.name(number % (count / 2))
                            _ = try context.findOrCreate(Tag.self, where: \.name, equals: name)
                        }
                        try context.save()
                    }
                }
            }
        }
    }

    /// New objects with a to-one to a thousand others, and the save.
    public static func insertRelated(_ count: Int) -> Double {
        withFolder { folder in
            withFeeds([.sqlite(at: folder.appending(path: "feeds.sqlite"))]) { container in
                let context = container.newBackgroundContext()
                return try context.performAndWait {
                    try nanoseconds {
                        let feeds = (0..<1000).map { number in
                            let feed = Feed(context: context)
                            feed.name = ItemValues.name(number)
                            return feed
                        }
                        for number in 0..<count {
                            article(numbered: number, in: context).feed = feeds[number % feeds.count]
                        }
                        try context.save()
                    }
                }
            }
        }
    }

    /// The same by GRDB, as records with a column for the other's ID.
    public static func insertRelatedWithGRDB(_ count: Int) -> Double {
        withFolder { folder in
            let pool = try openPool(folder)
            try pool.write { database in
                try database.execute(sql: FeedRecord.table)
                try database.execute(sql: ArticleRecord.table)
            }
            return try nanoseconds {
                try pool.write { database in
                    for number in 0..<1000 { try FeedRecord(number).insert(database) }
                    for number in 0..<count { try ArticleRecord(number, ofFeed: number % 1000).insert(database) }
                }
            }
        }
    }

    private static func withFeeds(
        _ stores: [PersistentStoreDescription], _ body: (PersistentContainer) throws -> Double
    ) -> Double {
        trying {
            let container = try PersistentContainer(
                name: "feeds", model: ManagedObjectModel(Feed.self, Article.self, Tag.self), stores: stores)
            defer { container.close() }
            return try body(container)
        }
    }

    private static func tag(named number: Int, in context: ManagedObjectContext) -> Tag {
        let tag = Tag(context: context)
        tag.name = ItemValues.name(number)
        return tag
    }

    private static func article(numbered number: Int, in context: ManagedObjectContext) -> Article {
        let article = Article(context: context)
        article.number = number
        article.title = ItemValues.name(number)
        return article
    }
}
