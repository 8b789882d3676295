import Foundation
import SignalsStore

/// A person of a household, with a relationship of each kind.
final class Member: ManagedObject {
    @Attribute var name = ""
    @Relationship var jobs: Set<Job> = []
    @Relationship var friends: Set<Member> = []
    @Relationship var mother: Member?
    @Relationship(inverse: \Member.mother) var children: Set<Member> = []
    @Relationship var clubs: Set<Club> = []
    @Relationship(inverse: \Desk.owner) var desk: Desk?
    @Relationship(inverse: \Shelf.owner, deleteRule: .cascade) var shelves: Set<Shelf> = []
}

/// A job that someone has to do.
final class Job: ManagedObject {
    @Attribute var name = ""
    @Attribute var minutes = 0
    @Relationship(inverse: \Member.jobs) var assignee: Member?
    @Relationship(inverse: \Plan.steps) var plan: Plan?
    /// One way only.
    @Relationship var room: Room?
}

final class Room: ManagedObject {
    @Attribute var name = ""
}

/// Jobs in an order.
final class Plan: ManagedObject {
    @Attribute var name = ""
    @Relationship var steps: [Job] = []
    /// In an order, and shared with other plans.
    @Relationship var helpers: [Member] = []
}

final class Club: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Member.clubs) var members: Set<Member> = []
}

final class Desk: ManagedObject {
    @Attribute var name = ""
    @Relationship var owner: Member?
}

/// Goes with its owner, and not without its books.
final class Shelf: ManagedObject {
    @Attribute var name = ""
    @Relationship(.required) var owner: Member?
    @Relationship(inverse: \Book.shelf, deleteRule: .deny) var books: Set<Book> = []
}

final class Book: ManagedObject {
    @Attribute var name = ""
    @Relationship var shelf: Shelf?
}

func makeHousehold() -> ManagedObjectModel {
    ManagedObjectModel(
        Member.self, Job.self, Room.self, Plan.self, Club.self, Desk.self, Shelf.self, Book.self)
}

/// A class that tests give names.
protocol Named: ManagedObject {
    var name: String { get set }
}

extension Member: Named {}
extension Job: Named {}
extension Room: Named {}
extension Plan: Named {}
extension Club: Named {}
extension Desk: Named {}
extension Shelf: Named {}
extension Book: Named {}

extension Named {
    init(_ name: String, in context: ManagedObjectContext) {
        self.init(context: context)
        self.name = name
    }
}

extension ManagedObjectContext {
    /// The object with a name.
    func find<Object: Named>(_ name: String) throws -> Object { try find(Object.self, name) }

    /// The object of a class with a name.
    func find<Object: Named>(_ type: Object.Type, _ name: String) throws -> Object {
        let found = try fetch(FetchRequest<Object>()).first { $0.name == name }
        guard let found else { throw NotFound(name: name) }
        return found
    }

    struct NotFound: Error { let name: String }
}

extension Sequence where Element: Named {
    var names: [String] { map(\.name) }
    var sortedNames: [String] { map(\.name).sorted() }
}
