import Foundation
import SignalsStore

/// A site whose articles are read.
final class Feed: ManagedObject {
    @Attribute(.unique) var url = URL(filePath: "/")
    @Attribute var title = ""
    @Relationship(deleteRule: .cascade) var articles: Set<Article> = []
}
