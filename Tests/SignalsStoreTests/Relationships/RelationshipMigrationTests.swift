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

private enum Earlier {
    final class Painter: ManagedObject {
        @Attribute var name = ""
        @Relationship var works: [Picture] = []
        @Relationship var pals: Set<Painter> = []
        @Relationship var models: [Sitter] = []
        @Relationship var idol: Painter?
    }

    final class Picture: ManagedObject {
        @Attribute var name = ""
        @Relationship(inverse: \Painter.works) var painter: Painter?
        @Relationship(inverse: \Sitter.portraits) var sitters: Set<Sitter> = []
    }

    final class Sitter: ManagedObject {
        @Attribute var name = ""
        @Relationship var portraits: Set<Picture> = []
    }

    static let model = ManagedObjectModel(Painter.self, Picture.self, Sitter.self)
}

/// The same with other names throughout; and a new relationship that has the former name of another.
private enum Renamed {
    final class Artist: ManagedObject {
        @Attribute var name = ""
        @Relationship(.renamed(from: "works")) var paintings: [Painting] = []
        @Relationship(.renamed(from: "pals")) var friends: Set<Artist> = []
        @Relationship var pals: Set<Artist> = []
        @Relationship(.renamed(from: "people", "models")) var sitters: [Sitter] = []
        @Relationship(.renamed(from: "idol")) var hero: Artist?
        override class var renamedFrom: [String] { ["Painter"] }
    }

    final class Painting: ManagedObject {
        @Attribute var name = ""
        @Relationship([.required, .renamed(from: "painter")], inverse: \Artist.paintings) var artist: Artist?
        @Relationship(.renamed(from: "sitters"), inverse: \Sitter.pictures) var people: Set<Sitter> = []
        override class var renamedFrom: [String] { ["Picture"] }
    }

    final class Sitter: ManagedObject {
        @Attribute var name = ""
        @Relationship(.renamed(from: "portraits")) var pictures: Set<Painting> = []
    }

    static let model = ManagedObjectModel(Artist.self, Painting.self, Sitter.self)
}

private class Animal: ManagedObject {
    @Attribute var name = ""
}
private final class Dog: Animal {}

/// Models that differ in the relationships of a person alone.
private enum Pets {
    enum OfDogs {
        final class Owner: ManagedObject {
            @Relationship var pet: Dog?
            @Relationship var pack: Set<Dog> = []
        }
    }
    enum OfAnimals {
        final class Owner: ManagedObject {
            @Relationship var pet: Animal?
            @Relationship var pack: Set<Animal> = []
        }
    }
    enum OfBooks {
        final class Book: ManagedObject { @Attribute var name = "" }
        final class Owner: ManagedObject {
            @Relationship var pet: Book?
            @Relationship var pack: Set<Book> = []
        }
    }
    static let ofDogs = ManagedObjectModel(Animal.self, Dog.self, OfDogs.Owner.self)
    static let ofAnimals = ManagedObjectModel(Animal.self, Dog.self, OfAnimals.Owner.self)
    static let ofBooks = ManagedObjectModel(Animal.self, Dog.self, OfBooks.Owner.self, OfBooks.Book.self)
    static let withoutDogs = ManagedObjectModel(Animal.self, OfAnimals.Owner.self)
}

final class RelationshipMigrationTests: XCTestCase {
    func testRenamedRelationshipsOfEveryKindKeepWhatTheyLeadTo() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let old = try openContainer(at: url, Earlier.model)
        try old.inBackground { context in
            let painters = ["Frida", "Diego", "Paul"].map { name in
                let painter = Earlier.Painter(context: context)
                painter.name = name
                return painter
            }
            let pictures = ["c", "a", "b"].map { name in
                let picture = Earlier.Picture(context: context)
                picture.name = name
                return picture
            }
            let sitters = ["z", "x", "y"].map { name in
                let sitter = Earlier.Sitter(context: context)
                sitter.name = name
                return sitter
            }
            painters[0].works = pictures
            painters[0].pals = [painters[1], painters[2]]
            painters[0].models = sitters
            painters[0].idol = painters[2]
            pictures[0].sitters = [sitters[0], sitters[1]]
            pictures[1].sitters = [sitters[1]]
            try context.save()
        }
        old.close()
        for _ in 0..<2 {
            let new = try openContainer(at: url, Renamed.model)
            try new.inBackground { context in
                let request = FetchRequest<Renamed.Artist>(predicate: #Predicate { $0.name == "Frida" })
                let frida = try XCTUnwrap(context.fetch(request).first)
                XCTAssertEqual(frida.paintings.map(\.name), ["c", "a", "b"], "in their order")
                XCTAssertEqual(Set(frida.friends.map(\.name)), ["Diego", "Paul"])
                XCTAssertEqual(frida.pals, [], "a new relationship with a former name begins with none")
                XCTAssertEqual(frida.sitters.map(\.name), ["z", "x", "y"], "in their order")
                XCTAssertEqual(frida.hero?.name, "Paul")
                XCTAssertEqual(frida.paintings.map { Set($0.people.map(\.name)) }, [["z", "x"], ["x"], []])
                XCTAssertEqual(frida.paintings.map { $0.artist }, [frida, frida, frida])
                XCTAssertEqual(
                    frida.sitters.map { Set($0.pictures.map(\.name)) }, [["c"], ["c", "a"], []])
                // It can be written as well.
                frida.pals = [try XCTUnwrap(frida.hero)]
                try context.save()
                frida.pals = []
                try context.save()
            }
            new.close()
        }
        let indexes = try SQLiteShell.run(
            "SELECT tbl_name || ' ' || name FROM sqlite_master WHERE name LIKE '%_back' ORDER BY 1", at: url)
        XCTAssertEqual(indexes.count, 4)
        for line in indexes {
            let words = line.split(separator: " ")
            XCTAssertEqual(words[1], words[0] + "_back", "each table has its own index")
        }
    }

    private func refusal(_ url: URL, _ model: ManagedObjectModel) throws -> [String] {
        let before = try Data(contentsOf: url)
        do {
            try openContainer(at: url, model).close()
            return []
        } catch StoreError.incompatibleModel(_, let differences) {
            XCTAssertEqual(try Data(contentsOf: url), before, "the file was changed")
            return differences
        }
    }

    func testARelationshipThatLeadsToAnotherClassIsRefusedWhileItLeadsAnywhere() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let old = try openContainer(at: url, Pets.ofDogs)
        try old.inBackground { context in
            let owner = Pets.OfDogs.Owner(context: context)
            owner.pet = Dog(context: context)
            owner.pack = [Dog(context: context)]
            try context.save()
        }
        old.close()
        let differences = try refusal(url, Pets.ofBooks)
        XCTAssertTrue(
            differences.contains {
                $0.hasPrefix("Owner.pet referred to Dog and refers to Book: Owner/")
                    && $0.contains("which is not a Book. Give the relationship another name")
            }, "\(differences)")
        XCTAssertTrue(differences.contains { $0.hasPrefix("Owner.pack referred to Dog and refers to Book: Owner/") })
        let again = try openContainer(at: url, Pets.ofDogs)
        try again.inBackground { context in
            let owner = try XCTUnwrap(context.fetch(FetchRequest<Pets.OfDogs.Owner>()).first)
            owner.pet = nil
            owner.pack = []
            try context.save()
        }
        again.close()
        XCTAssertEqual(try refusal(url, Pets.ofBooks), [], "where it leads nowhere, nothing is lost")
    }

    func testARelationshipMayLeadToASuperclassAndBackWhereAllIsOfTheSubclass() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let old = try openContainer(at: url, Pets.ofDogs)
        try old.inBackground { context in
            let owner = Pets.OfDogs.Owner(context: context)
            owner.pet = Dog(context: context)
            owner.pet?.name = "Rex"
            try context.save()
        }
        old.close()
        let wide = try openContainer(at: url, Pets.ofAnimals)
        try wide.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Pets.OfAnimals.Owner>()).map { $0.pet?.name }, ["Rex"])
        }
        wide.close()
        // A program with the narrow model is an older one by now, unless its model says that it comes later.
        let narrow = ManagedObjectModel(version: 2, Animal.self, Dog.self, Pets.OfDogs.Owner.self)
        XCTAssertEqual(try refusal(url, narrow), [])
        let last = try openContainer(
            at: url, ManagedObjectModel(version: 3, Animal.self, Dog.self, Pets.OfAnimals.Owner.self))
        try last.inBackground { context in
            let owner = try XCTUnwrap(context.fetch(FetchRequest<Pets.OfAnimals.Owner>()).first)
            owner.pack = [Animal(context: context)]
            try context.save()
        }
        last.close()
        let latest = ManagedObjectModel(version: 4, Animal.self, Dog.self, Pets.OfDogs.Owner.self)
        let differences = try refusal(url, latest)
        XCTAssertTrue(
            differences.contains { $0.hasPrefix("Owner.pack referred to Animal and refers to Dog: Owner/") },
            "\(differences)"
        )
        XCTAssertFalse(differences.contains { $0.contains("Owner.pet referred to Animal and refers to Dog: Owner/") })
    }

    func testReferencesToObjectsOfADroppedSubclassLeadNowhere() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let old = try openContainer(at: url, Pets.ofAnimals)
        try old.inBackground { context in
            let owner = Pets.OfAnimals.Owner(context: context)
            owner.pet = Dog(context: context)
            let cat = Animal(context: context)
            cat.name = "cat"
            owner.pack = [Dog(context: context), cat]
            try context.save()
        }
        old.close()
        let new = try openContainer(at: url, Pets.withoutDogs, dropping: "Dog")
        defer { new.close() }
        try new.inBackground { context in
            let owner = try XCTUnwrap(context.fetch(FetchRequest<Pets.OfAnimals.Owner>()).first)
            XCTAssertNil(owner.pet)
            XCTAssertEqual(owner.pack.map(\.name), ["cat"])
        }
    }

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
