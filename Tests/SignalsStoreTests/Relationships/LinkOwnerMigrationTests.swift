import Foundation
import SignalsStore
import XCTest

/// Links that another side keeps in a later model: which one does depends on orders, and on which of them names the other.
final class LinkOwnerMigrationTests: XCTestCase {
    func testLinksStayWhoeverKeepsThem() throws {
        let steps: [(URL, String) throws -> Void] = [
            { try self.migrate(Plain.self, at: $0, $1) }, { try self.migrate(Ordered.self, at: $0, $1) },
            { try self.migrate(NamedThere.self, at: $0, $1) }, { try self.migrate(OrderedThere.self, at: $0, $1) },
        ]
        for first in steps.indices {
            for second in steps.indices {
                let url = try makeFolder().appending(path: "store.sqlite")
                for step in [first, second, second] { try steps[step](url, "from \(first) to \(second)") }
            }
        }
    }

    func testRenamedLinksStayToo() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try migrate(Plain.self, at: url, "before")
        try migrate(Renamed.self, at: url, "with other names")
    }

    /// Opens a store, expects the links that it was given when it was made, and gives them to a new one.
    private func migrate<Version: Tagging>(_ version: Version.Type, at url: URL, _ message: String) throws {
        let isNew = !FileManager.default.fileExists(atPath: url.path)
        let container = try openContainer(at: url, Version.model)
        try container.inBackground { context in
            if isNew { try Version.link(in: context) }
        }
        try container.inBackground { context in
            let notes = try context.fetch(FetchRequest<Version.Note>())
            let tags = try context.fetch(FetchRequest<Version.Tag>())
            let links = notes.flatMap { note in Version.tags(of: note).map { note.name + $0.name } }
            let back = tags.flatMap { tag in Version.notes(of: tag).map { $0.name + tag.name } }
            XCTAssertEqual(links.sorted(), ["0a", "0b", "1b"], message)
            XCTAssertEqual(back.sorted(), ["0a", "0b", "1b"], message)
        }
        container.close()
    }
}

/// A model of notes and their tags, many to many.
private protocol Tagging {
    associatedtype Note: Named
    associatedtype Tag: Named
    static var model: ManagedObjectModel { get }
    static func set(_ tags: [Tag], of note: Note)
    static func tags(of note: Note) -> [Tag]
    static func notes(of tag: Tag) -> [Note]
}

extension Tagging {
    static func link(in context: ManagedObjectContext) throws {
        let tags = ["a", "b"].map { Tag($0, in: context) }
        set(tags, of: Note("0", in: context))
        set([tags[1]], of: Note("1", in: context))
        try context.save()
    }
}

private enum Plain: Tagging {
    final class Note: ManagedObject, Named {
        @Attribute var name = ""
        @Relationship var tags: Set<Tag> = []
    }
    final class Tag: ManagedObject, Named {
        @Attribute var name = ""
        @Relationship(inverse: \Note.tags) var notes: Set<Note> = []
    }
    static var model: ManagedObjectModel { ManagedObjectModel(Note.self, Tag.self) }
    static func set(_ tags: [Tag], of note: Note) { note.tags = Set(tags) }
    static func tags(of note: Note) -> [Tag] { Array(note.tags) }
    static func notes(of tag: Tag) -> [Note] { Array(tag.notes) }
}

private enum Ordered: Tagging {
    final class Note: ManagedObject, Named {
        @Attribute var name = ""
        @Relationship var tags: [Tag] = []
    }
    final class Tag: ManagedObject, Named {
        @Attribute var name = ""
        @Relationship(inverse: \Note.tags) var notes: Set<Note> = []
    }
    static var model: ManagedObjectModel { ManagedObjectModel(Note.self, Tag.self) }
    static func set(_ tags: [Tag], of note: Note) { note.tags = tags }
    static func tags(of note: Note) -> [Tag] { note.tags }
    static func notes(of tag: Tag) -> [Note] { Array(tag.notes) }
}

private enum NamedThere: Tagging {
    final class Note: ManagedObject, Named {
        @Attribute var name = ""
        @Relationship(inverse: \Tag.notes) var tags: Set<Tag> = []
    }
    final class Tag: ManagedObject, Named {
        @Attribute var name = ""
        @Relationship var notes: Set<Note> = []
    }
    static var model: ManagedObjectModel { ManagedObjectModel(Note.self, Tag.self) }
    static func set(_ tags: [Tag], of note: Note) { note.tags = Set(tags) }
    static func tags(of note: Note) -> [Tag] { Array(note.tags) }
    static func notes(of tag: Tag) -> [Note] { Array(tag.notes) }
}

private enum OrderedThere: Tagging {
    final class Note: ManagedObject, Named {
        @Attribute var name = ""
        @Relationship var tags: Set<Tag> = []
    }
    final class Tag: ManagedObject, Named {
        @Attribute var name = ""
        @Relationship(inverse: \Note.tags) var notes: [Note] = []
    }
    static var model: ManagedObjectModel { ManagedObjectModel(Note.self, Tag.self) }
    static func set(_ tags: [Tag], of note: Note) { note.tags = Set(tags) }
    static func tags(of note: Note) -> [Tag] { Array(note.tags) }
    static func notes(of tag: Tag) -> [Note] { tag.notes }
}

private enum Renamed: Tagging {
    final class Memo: ManagedObject, Named {
        @Attribute var name = ""
        @Relationship(.renamed(from: "tags"), inverse: \Label.memos) var labels: Set<Label> = []
        override class var renamedFrom: [String] { ["Note"] }
    }
    final class Label: ManagedObject, Named {
        @Attribute var name = ""
        @Relationship(.renamed(from: "notes")) var memos: Set<Memo> = []
        override class var renamedFrom: [String] { ["Tag"] }
    }
    static var model: ManagedObjectModel { ManagedObjectModel(Memo.self, Label.self) }
    static func set(_ tags: [Label], of note: Memo) { note.labels = Set(tags) }
    static func tags(of note: Memo) -> [Label] { Array(note.labels) }
    static func notes(of tag: Label) -> [Memo] { Array(tag.memos) }
}
