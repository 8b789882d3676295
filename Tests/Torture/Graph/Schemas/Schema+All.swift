import Foundation
import SignalsStore

extension Schema {
    /// All schemas; a seed takes one.
    // SAFETY: they are used on the main thread, or while it waits.
    nonisolated(unsafe) static let all: [Schema] = [
        cascading, nullifying, denying, leaving, requiring, linking, oneWay, selfReferring, marrying, inheriting,
        unique,
        ordered, orderedLinks, sharing, owning,
    ]

    static var cascading: Schema {
        Schema(
            name: "cascading",
            kinds: [
                Kind(Project.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Chore.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .many("chores", \Project.chores, 0, 1, inverse: 1, rule: .cascade) { n in
                    #Predicate { $0.chores.contains { $0.b == n } }
                },
                .one("project", \Chore.project, 1, 0, inverse: 0) { n in #Predicate { $0.project?.b == n } },
            ],
            model: ManagedObjectModel(Project.self, Chore.self))
    }

    static var nullifying: Schema {
        Schema(
            name: "nullifying",
            kinds: [
                Kind(Person.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Item.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .many("items", \Person.items, 0, 1, inverse: 1) { n in #Predicate { $0.items.contains { $0.b == n } } },
                .one("person", \Item.person, 1, 0, inverse: 0) { n in #Predicate { $0.person?.b == n } },
            ],
            model: ManagedObjectModel(Person.self, Item.self))
    }

    static var denying: Schema {
        Schema(
            name: "denying",
            kinds: [
                Kind(Shelf.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Book.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .many("books", \Shelf.books, 0, 1, inverse: 1, rule: .deny) { n in
                    #Predicate { $0.books.contains { $0.b == n } }
                },
                .one("shelf", \Book.shelf, 1, 0, inverse: 0) { n in #Predicate { $0.shelf?.b == n } },
            ],
            model: ManagedObjectModel(Shelf.self, Book.self))
    }

    static var leaving: Schema {
        Schema(
            name: "leaving",
            kinds: [
                Kind(Album.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Photo.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .many("photos", \Album.photos, 0, 1, inverse: 1, rule: .noAction) { n in
                    #Predicate { $0.photos.contains { $0.b == n } }
                },
                .one("album", \Photo.album, 1, 0, inverse: 0) { n in #Predicate { $0.album?.b == n } },
            ],
            model: ManagedObjectModel(Album.self, Photo.self))
    }

    static var requiring: Schema {
        Schema(
            name: "requiring",
            kinds: [
                Kind(Tree.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Leaf.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .many("leaves", \Tree.leaves, 0, 1, inverse: 1) { n in #Predicate { $0.leaves.contains { $0.b == n } }
                },
                .one("tree", \Leaf.tree, 1, 0, inverse: 0, isRequired: true) { n in #Predicate { $0.tree?.b == n } },
            ],
            model: ManagedObjectModel(Tree.self, Leaf.self))
    }

    static var linking: Schema {
        Schema(
            name: "linking",
            kinds: [
                Kind(Note.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Tag.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .many("tags", \Note.tags, 0, 1, inverse: 1) { n in #Predicate { $0.tags.contains { $0.b == n } } },
                .many("notes", \Tag.notes, 1, 0, inverse: 0) { n in #Predicate { $0.notes.contains { $0.b == n } } },
            ],
            model: ManagedObjectModel(Note.self, Tag.self))
    }

    static var oneWay: Schema {
        Schema(
            name: "oneWay",
            kinds: [
                Kind(Box.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Thing.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .one("lid", \Box.lid, 0, 1) { n in #Predicate { $0.lid?.b == n } },
                .many("things", \Box.things, 0, 1) { n in #Predicate { $0.things.contains { $0.b == n } } },
            ],
            model: ManagedObjectModel(Box.self, Thing.self))
    }

    static var selfReferring: Schema {
        Schema(
            name: "selfReferring",
            kinds: [
                Kind(Node.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } }
            ],
            relations: [
                .many("children", \Node.children, 0, 0, inverse: 1, rule: .cascade) { n in
                    #Predicate { $0.children.contains { $0.b == n } }
                },
                .one("parent", \Node.parent, 0, 0, inverse: 0) { n in #Predicate { $0.parent?.b == n } },
                .many("friends", \Node.friends, 0, 0) { n in #Predicate { $0.friends.contains { $0.b == n } } },
            ],
            model: ManagedObjectModel(Node.self))
    }

    static var marrying: Schema {
        Schema(
            name: "marrying",
            kinds: [
                Kind(Husband.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Wife.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .one("wife", \Husband.wife, 0, 1, inverse: 1) { n in #Predicate { $0.wife?.b == n } },
                .one("husband", \Wife.husband, 1, 0, inverse: 0) { n in #Predicate { $0.husband?.b == n } },
            ],
            model: ManagedObjectModel(Husband.self, Wife.self))
    }

    static var inheriting: Schema {
        Schema(
            name: "inheriting",
            kinds: [
                Kind(Owner.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Pet.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Cat.self, parent: 1, [("a", \.a), ("b", \.b), ("lives", \.lives)]) { least in
                    #Predicate { $0.a >= least }
                },
            ],
            relations: [
                .many("pets", \Owner.pets, 0, 1, inverse: 1, rule: .cascade) { n in
                    #Predicate { $0.pets.contains { $0.b == n } }
                },
                .one("owner", \Pet.owner, 1, 0, inverse: 0) { n in #Predicate { $0.owner?.b == n } },
                .many("prey", \Cat.prey, 2, 1) { n in #Predicate { $0.prey.contains { $0.b == n } } },
            ],
            model: ManagedObjectModel(Owner.self, Pet.self, Cat.self))
    }

    static var unique: Schema {
        Schema(
            name: "unique",
            kinds: [
                Kind(Account.self, [("a", \.a), ("b", \.b)], code: \.code) { least in #Predicate { $0.a >= least } }
            ],
            relations: [],
            model: ManagedObjectModel(Account.self))
    }

    static var ordered: Schema {
        Schema(
            name: "ordered",
            kinds: [
                Kind(Playlist.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Song.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .list("songs", \Playlist.songs, 0, 1, inverse: 1, rule: .cascade) { n in
                    #Predicate { $0.songs.contains { $0.b == n } }
                },
                .one("playlist", \Song.playlist, 1, 0, inverse: 0) { n in #Predicate { $0.playlist?.b == n } },
                .list("favourites", \Playlist.favourites, 0, 1) { n in
                    #Predicate { $0.favourites.contains { $0.b == n } }
                },
            ],
            model: ManagedObjectModel(Playlist.self, Song.self))
    }

    static var orderedLinks: Schema {
        Schema(
            name: "orderedLinks",
            kinds: [
                Kind(Team.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Member.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .list("members", \Team.members, 0, 1, inverse: 1) { n in
                    #Predicate { $0.members.contains { $0.b == n } }
                },
                .many("teams", \Member.teams, 1, 0, inverse: 0) { n in #Predicate { $0.teams.contains { $0.b == n } } },
            ],
            model: ManagedObjectModel(Team.self, Member.self))
    }

    static var sharing: Schema {
        Schema(
            name: "sharing",
            kinds: [
                Kind(Course.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Student.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Club.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .many("students", \Course.students, 0, 1, inverse: 1, rule: .deny) { n in
                    #Predicate { $0.students.contains { $0.b == n } }
                },
                .many("courses", \Student.courses, 1, 0, inverse: 0) { n in
                    #Predicate { $0.courses.contains { $0.b == n } }
                },
                .many("members", \Club.members, 2, 1, inverse: 3, rule: .cascade) { n in
                    #Predicate { $0.members.contains { $0.b == n } }
                },
                .many("clubs", \Student.clubs, 1, 2, inverse: 2) { n in #Predicate { $0.clubs.contains { $0.b == n } }
                },
            ],
            model: ManagedObjectModel(Course.self, Student.self, Club.self))
    }

    static var owning: Schema {
        Schema(
            name: "owning",
            kinds: [
                Kind(Car.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Engine.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
                Kind(Driver.self, [("a", \.a), ("b", \.b)]) { least in #Predicate { $0.a >= least } },
            ],
            relations: [
                .one("engine", \Car.engine, 0, 1, rule: .cascade) { n in #Predicate { $0.engine?.b == n } },
                .one("driver", \Car.driver, 0, 2, inverse: 2, rule: .deny) { n in #Predicate { $0.driver?.b == n } },
                .many("cars", \Driver.cars, 2, 0, inverse: 1) { n in #Predicate { $0.cars.contains { $0.b == n } } },
            ],
            model: ManagedObjectModel(Car.self, Engine.self, Driver.self))
    }
}
