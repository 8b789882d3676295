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
                .many("chores", \Project.chores, 0, 1, inverse: 1, rule: .cascade),
                .one("project", \Chore.project, 1, 0, inverse: 0),
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
                .many("items", \Person.items, 0, 1, inverse: 1),
                .one("person", \Item.person, 1, 0, inverse: 0),
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
                .many("books", \Shelf.books, 0, 1, inverse: 1, rule: .deny),
                .one("shelf", \Book.shelf, 1, 0, inverse: 0),
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
                .many("photos", \Album.photos, 0, 1, inverse: 1, rule: .noAction),
                .one("album", \Photo.album, 1, 0, inverse: 0),
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
                .many("leaves", \Tree.leaves, 0, 1, inverse: 1),
                .one("tree", \Leaf.tree, 1, 0, inverse: 0, isRequired: true),
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
                .many("tags", \Note.tags, 0, 1, inverse: 1),
                .many("notes", \Tag.notes, 1, 0, inverse: 0),
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
                .one("lid", \Box.lid, 0, 1),
                .many("things", \Box.things, 0, 1),
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
                .many("children", \Node.children, 0, 0, inverse: 1, rule: .cascade),
                .one("parent", \Node.parent, 0, 0, inverse: 0),
                .many("friends", \Node.friends, 0, 0),
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
                .one("wife", \Husband.wife, 0, 1, inverse: 1),
                .one("husband", \Wife.husband, 1, 0, inverse: 0),
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
                .many("pets", \Owner.pets, 0, 1, inverse: 1, rule: .cascade),
                .one("owner", \Pet.owner, 1, 0, inverse: 0),
                .many("prey", \Cat.prey, 2, 1),
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
                .list("songs", \Playlist.songs, 0, 1, inverse: 1, rule: .cascade),
                .one("playlist", \Song.playlist, 1, 0, inverse: 0),
                .list("favourites", \Playlist.favourites, 0, 1),
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
                .list("members", \Team.members, 0, 1, inverse: 1),
                .many("teams", \Member.teams, 1, 0, inverse: 0),
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
                .many("students", \Course.students, 0, 1, inverse: 1, rule: .deny),
                .many("courses", \Student.courses, 1, 0, inverse: 0),
                .many("members", \Club.members, 2, 1, inverse: 3, rule: .cascade),
                .many("clubs", \Student.clubs, 1, 2, inverse: 2),
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
                .one("engine", \Car.engine, 0, 1, rule: .cascade),
                .one("driver", \Car.driver, 0, 2, inverse: 2, rule: .deny),
                .many("cars", \Driver.cars, 2, 0, inverse: 1),
            ],
            model: ManagedObjectModel(Car.self, Engine.self, Driver.self))
    }
}
