import Foundation
import SignalsBattery
import SignalsStore
import XCTest

/// A link of a chain, which goes with the one before it.
private final class ChainLink: ManagedObject {
    @Attribute(.indexed) var position = 0
    @Relationship(deleteRule: .cascade) var next: ChainLink?
}

/// Goes with what it holds on to, unless that is denied.
private final class Parcel: ManagedObject {
    @Attribute var name = ""
    @Relationship(deleteRule: .cascade) var label: Label?
    @Relationship(deleteRule: .deny) var customs: Form?
}
private final class Label: ManagedObject {
    @Attribute var name = ""
    @Relationship(deleteRule: .cascade) var sender: Form?
}
private final class Form: ManagedObject { @Attribute var name = "" }

private final class Folder: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Folder.folders) var parent: Folder?
    @Relationship(deleteRule: .cascade) var folders: Set<Folder> = []
    @Relationship var pages: Set<Page> = []
}
private final class Page: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Folder.pages) var folder: Folder?
}
extension Folder: Named {}
extension Page: Named {}

final class CascadeTests: XCTestCase {
    private func chain(_ length: Int, closing: Bool = false) throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(ChainLink.self))
        try container.inBackground { context in
            var last: ChainLink?
            var first: ChainLink?
            for position in 0..<length {
                let link = ChainLink(context: context)
                link.position = position
                if let last { last.next = link } else { first = link }
                last = link
            }
            if closing { last?.next = first }
            try context.save()
        }
        return container
    }

    private func count(_ container: PersistentContainer) throws -> Int {
        try container.inBackground { try $0.count(for: FetchRequest<ChainLink>()) }
    }

    func testObjectsThatASaveRelatesToDeletedOnesFollowTheirRules() throws {
        let container = try makeContainer(ManagedObjectModel(Folder.self, Page.self))
        try container.inBackground { context in
            let names = ["outer", "middle", "inner"]
            let folders = names.map { Folder($0, in: context) }
            let page = Page("page", in: context)
            try context.save()
            context.delete(folders[0])
            try container.inBackground { other in
                try other.find(Folder.self, "middle").parent = try other.find(Folder.self, "outer")
                try other.save()
            }
            (folders[2].parent, page.folder) = (folders[1], folders[1])
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Folder>()), [])
            XCTAssertNil(try context.find(Page.self, "page").folder)
        }
    }

    /// With a call for each link, no thread's stack would do: half of it in the context, the rest in the store.
    func testAChainOfAHundredThousandObjectsIsDeletedFromAnyLinkOn() throws {
        let length = steps(100_000)
        let container = try chain(length)
        try container.inBackground { context in
            let links = try context.fetch(FetchRequest<ChainLink>(sortBy: [SortDescriptor(\.position)]))
            context.delete(links[length / 2])
            XCTAssertTrue(links[length - 1].isDeleted)
            XCTAssertFalse(links[length / 2 - 1].isDeleted)
            try context.save()
        }
        XCTAssertEqual(try count(container), length / 2)
        try container.inBackground { context in
            let result = try context.execute(
                BatchDeleteRequest<ChainLink>(predicate: #Predicate { $0.position == 10 }))
            XCTAssertEqual(result.count, 1, "what was found, without what goes with it")
        }
        XCTAssertEqual(try count(container), 10)
    }

    func testARingIsDeletedByAnyOfItsObjects() throws {
        let container = try chain(5, closing: true)
        try container.inBackground { context in
            let links = try context.fetch(FetchRequest<ChainLink>(sortBy: [SortDescriptor(\.position)]))
            context.delete(links[3])
            XCTAssertEqual(links.map(\.isDeleted), [true, true, true, true, true])
            try context.save()
        }
        XCTAssertEqual(try count(container), 0)
        let other = try chain(5, closing: true)
        try other.inBackground { context in
            _ = try context.execute(BatchDeleteRequest<ChainLink>(predicate: #Predicate { $0.position == 3 }))
        }
        XCTAssertEqual(try count(other), 0)
    }

    func testACascadeIsOneStepOfUndo() throws {
        let container = try chain(4)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.isUndoEnabled = true
            let links = try context.fetch(FetchRequest<ChainLink>(sortBy: [SortDescriptor(\.position)]))
            _ = links.map(\.next)
            context.delete(links[0])
            XCTAssertEqual(links.map(\.isDeleted), [true, true, true, true])
            context.undo()
            XCTAssertEqual(links.map(\.isDeleted), [false, false, false, false])
            XCTAssertEqual(links.map { $0.next?.position }, [1, 2, 3, nil])
            XCTAssertFalse(context.hasChanges)
            context.redo()
            XCTAssertEqual(links.map(\.isDeleted), [true, true, true, true])
            try context.save()
        }
        XCTAssertEqual(try count(container), 0)
    }

    private func parcels() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Parcel.self, Label.self, Form.self))
        try container.inBackground { context in
            for name in ["a", "b"] {
                let parcel = Parcel(context: context)
                parcel.name = name
                parcel.label = Label(context: context)
                parcel.label?.sender = Form(context: context)
                if name == "b" { parcel.customs = Form(context: context) }
            }
            try context.save()
        }
        return container
    }

    private func counts(_ container: PersistentContainer) throws -> [Int] {
        try container.inBackground { context in
            [
                try context.count(for: FetchRequest<Parcel>()), try context.count(for: FetchRequest<Label>()),
                try context.count(for: FetchRequest<Form>()),
            ]
        }
    }

    func testABatchDeletionTakesAlongWhatTheObjectsRulesSay() throws {
        let container = try parcels()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let labels = try context.fetch(FetchRequest<Label>())
            try context.execute(BatchDeleteRequest<Parcel>(predicate: #Predicate { $0.name == "a" }))
            XCTAssertEqual(try context.count(for: FetchRequest<Label>()), 1)
            XCTAssertEqual(labels.filter { $0.isDeleted || $0.managedObjectContext == nil }.count, 1, "it is told")
        }
        XCTAssertEqual(try counts(container), [1, 1, 2])
    }

    func testABatchDeletionIsDeniedByTheObjectsOwnRules() throws {
        let container = try parcels()
        try container.inBackground { context in
            XCTAssertThrowsError(try context.execute(BatchDeleteRequest<Parcel>(predicate: nil))) { error in
                guard case .deletionDenied = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                XCTAssertEqual((error as? SaveError)?.attributeName, "customs")
            }
        }
        XCTAssertEqual(try counts(container), [2, 2, 3], "nothing was deleted")
    }
}
