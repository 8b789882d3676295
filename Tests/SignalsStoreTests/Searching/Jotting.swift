import SignalsStore

class Jotting: ManagedObject {
    @Attribute(.searchable) var title = ""
    @Attribute(.searchable) var body: String? = nil
    @Attribute var stars = 0
}

final class Missive: Jotting {
    @Attribute(.searchable) var sender = ""
}

extension ManagedObjectModel {
    static var jottings: ManagedObjectModel { ManagedObjectModel(Jotting.self, Missive.self) }
}

extension ManagedObjectContext {
    @discardableResult
    func addJotting(_ title: String, _ body: String? = nil, stars: Int = 0) -> Jotting {
        let note = Jotting(context: self)
        (note.title, note.body, note.stars) = (title, body, stars)
        return note
    }

    /// The titles of the jottings that are found, in their order.
    func titles(matching text: String) throws -> [String] {
        try fetch(FetchRequest<Jotting>(matching: text)).map(\.title)
    }
}
