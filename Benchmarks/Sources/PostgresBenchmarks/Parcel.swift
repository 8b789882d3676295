import Foundation
import SignalsPostgres
import SignalsStore

/// An object with eight attributes.
final class Parcel: ManagedObject {
    @Attribute var name = ""
    @Attribute var notes = ""
    @Attribute var city = ""
    @Attribute var dueDate = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute var weight = 0.0
    @Attribute var minutes = 0
    @Attribute var pieces = 0
    @Attribute var isDone = false

    static let columns = ["name", "notes", "city", "dueDate", "weight", "minutes", "pieces", "isDone"]

    @discardableResult
    convenience init(numbered number: Int, in context: ManagedObjectContext) {
        self.init(context: context)
        name = "Parcel \(number)"
        notes = "Some notes about the parcel with number \(number)"
        city = "City \(number % 100)"
        dueDate = Date(timeIntervalSinceReferenceDate: Double(number) * 3600)
        weight = Double(number) / 8
        minutes = number
        pieces = number % 7
        isDone = number.isMultiple(of: 2)
    }
}

/// An object that articles belong to.
final class Feed: ManagedObject {
    @Attribute var name = ""
    @Relationship(deleteRule: .cascade) var articles: Set<Article> = []
}

/// An object that has a unique attribute and belongs to a feed.
final class Article: ManagedObject {
    @Attribute(.unique) var number = 0
    @Attribute var title = ""
    @Relationship(inverse: \Feed.articles) var feed: Feed?
}

extension PersistentContainer {
    /// A container over a schema of the server.
    static func benchmark(schema: String) throws -> PersistentContainer {
        try PersistentContainer(
            name: "benchmark", model: ManagedObjectModel(Parcel.self, Feed.self, Article.self),
            stores: [.postgres(Server.address, schema: schema)])
    }
}
