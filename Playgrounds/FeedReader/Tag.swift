import SignalsStore

/// A word that articles have in common.
final class Tag: ManagedObject {
    @Attribute(.unique) var name = ""
    @Relationship var articles: Set<Article> = []
}
