import Foundation
import SignalsStore
import XCTest

private enum Before {
    final class Painter: ManagedObject {
        @Attribute var name = ""
    }
}

private enum After {
    final class Painter: ManagedObject {
        @Attribute var name = ""
        @Relationship var pictures: Set<Picture> = []
        @Relationship var friends: Set<Painter> = []
    }

    final class Picture: ManagedObject {
        @Attribute var name = ""
        @Relationship(inverse: \Painter.pictures) var painter: Painter?
    }
}

final class RelationshipMigrationTests: XCTestCase {
    func testAStoreFromBeforeThereWereRelationshipsGetsThemWhenItIsOpened() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let old = try openContainer(at: url, ManagedObjectModel(Before.Painter.self))
        try old.inBackground { context in
            for name in ["Frida", "Diego"] { Before.Painter(context: context).name = name }
            try context.save()
        }
        old.close()
        let new = try openContainer(at: url, ManagedObjectModel(After.Painter.self, After.Picture.self))
        try new.inBackground { context in
            let painters = try context.fetch(FetchRequest<After.Painter>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(painters.map(\.name), ["Diego", "Frida"])
            XCTAssertEqual(painters.map(\.pictures.count), [0, 0])
            painters[0].friends = [painters[1]]
            After.Picture(context: context).painter = painters[1]
            try context.save()
        }
        new.close()
        let again = try openContainer(at: url, ManagedObjectModel(After.Painter.self, After.Picture.self))
        try again.inBackground { context in
            let painters = try context.fetch(FetchRequest<After.Painter>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(painters[0].friends, [painters[1]])
            XCTAssertEqual(painters[1].pictures.count, 1)
        }
        again.close()
    }
}
