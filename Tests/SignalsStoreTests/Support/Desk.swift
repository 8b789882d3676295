import SignalsStore
import XCTest

final class Sticker: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var color = ""
    @Attribute var weight = 0
    @Attribute(.transient) var remark = ""
    @Relationship(inverse: \Paper.labels) var papers: Set<Paper> = []
    @Relationship(inverse: \Paper.main) var mainOf: Set<Paper> = []
    @Relationship var drawer: Drawer?
}

final class Paper: ManagedObject {
    @Attribute var title = ""
    @Relationship var labels: Set<Sticker> = []
    @Relationship var main: Sticker?
}

final class Drawer: ManagedObject {
    @Attribute(.unique) var number = 0
    @Relationship(inverse: \Sticker.drawer) var labels: [Sticker] = []
}

extension XCTestCase {
    /// Papers with a label of a unique name, in a drawer.
    func makeDesk() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Sticker.self, Paper.self, Drawer.self))
        try container.inBackground { context in
            let label = Sticker(context: context)
            (label.name, label.color) = ("even", "red")
            let paper = Paper(context: context)
            paper.title = "first"
            paper.labels = [label]
            paper.main = label
            let drawer = Drawer(context: context)
            drawer.number = 1
            drawer.labels = [label]
            try context.save()
        }
        return container
    }

    func onlySticker(_ context: ManagedObjectContext) throws -> Sticker {
        let labels = try context.fetch(FetchRequest<Sticker>())
        XCTAssertEqual(labels.count, 1)
        return labels[0]
    }
}
