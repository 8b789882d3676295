import Foundation
import XCTest

@testable import SignalsStore

private struct Moody: Codable, Sendable, AttributeValue {
    var isEncodable = true
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {
        if !isEncodable { throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "no")) }
        var container = encoder.singleValueContainer()
        try container.encode(isEncodable)
    }
}

private final class Sketch: ManagedObject {
    @Attribute var name = ""
    @Attribute(.transient) var mood = Moody()
}

private final class A: ManagedObject { @Attribute(.indexed) var b_c = "" }
private final class A_b: ManagedObject { @Attribute(.indexed) var c = "" }
final class OddRequestTests: XCTestCase {
    func testTheLargestLimitIsNone() throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        try container.inBackground { context in
            Chore(context: context).name = "Wash"
            let request = FetchRequest<Chore>(fetchLimit: .max, fetchOffset: 1)
            XCTAssertEqual(try context.fetch(request).count, 1)
        }
    }

    func testAnIDWithANumberThatNoStoreGivesFindsNothing() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        for number in [-1, .min, .max, 1 << 56] as [Int64] {
            container.newBackgroundContext().performAndWaitForTest { context in
                let chore = context.object(with: ManagedObjectID<Chore>(store: id.store, number: number))
                _ = chore.objectID
                XCTAssertEqual(chore.name, "")
                XCTAssertNil(chore.managedObjectContext)
            }
        }
    }

    func testATransientValueWithoutAStoredFormCanBeReplacedAndRolledBack() throws {
        let container = try makeContainer(ManagedObjectModel(Sketch.self))
        try container.inBackground { context in
            let sketch = Sketch(context: context)
            sketch.mood.isEncodable = false
            try context.save()
            sketch.mood = Moody()
            context.rollback()
            XCTAssertFalse(sketch.mood.isEncodable)
        }
    }

    func testNamesOfIndexesDoNotCollide() throws {
        let container = try makeContainer(ManagedObjectModel(A.self, A_b.self))
        try container.inBackground { context in
            A(context: context).b_c = "x"
            A_b(context: context).c = "y"
            try context.save()
        }
    }

    func testAFaultWithChangesIsJudgedByItsRow() throws {
        let container = try makeContainer(makeProjects())
        let id = try container.inBackground { context in
            let tag = Tag("work", in: context)
            _ = Memo("note", in: context)
            try context.save()
            return tag.objectID
        }
        try container.inBackground { context in
            let memo: Memo = try context.find("note")
            let tag = context.object(with: id)
            memo.tags = [tag]
            XCTAssertEqual(try context.fetch(FetchRequest<Tag>(predicate: #Predicate { $0.name == "" })).count, 0)
            XCTAssertEqual(try context.fetch(FetchRequest<Tag>(predicate: #Predicate { $0.name == "work" })).count, 1)
        }
        try container.inBackground { context in
            XCTAssertEqual(context.object(with: id).committedValues()["name"] as? String, "work")
        }
    }

    func testARefreshThatTakesADeletionBackTakesBackWhatItImplied() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            let (project, room) = (Project("old", in: context), Room("kitchen", in: context))
            let duty = Duty("dust", in: context)
            (duty.project, duty.place) = (project, room)
            try context.save()
            context.delete(project)
            context.refresh(project, mergeChanges: false)
            XCTAssertTrue(duty.project === project)
            XCTAssertEqual(project.duties, [duty])
            context.delete(room)
            context.refresh(room, mergeChanges: false)
            XCTAssertTrue(duty.place === room)
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testAClosedContainerNeitherReadsNorSavesWhileAnotherHasTheFile() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let (one, other) = (try openContainer(at: url), try openContainer(at: url))
        let context = one.newBackgroundContext()
        one.close()
        context.performAndWaitForTest { context in
            XCTAssertThrowsError(try context.fetch(FetchRequest<Chore>()))
            Chore(context: context).name = "Dust"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .closed = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
        XCTAssertEqual(try other.choreNames(), [])
        other.close()
    }

    func testABackupMayBeReadByThoseWhoMayReadTheStore() async throws {
        let folder = try makeFolder()
        let (url, copy) = (folder.appending(path: "store.sqlite"), folder.appending(path: "copy.sqlite"))
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        for try await _ in container.backup(to: copy).values {}
        let mode = try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
        container.close()
    }

    func testALinkThatSomebodyElseRemovedToCanBeMadeAgain() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            context.automaticallyMergesChangesFromParent = true
            let (memo, tag) = (Memo("note", in: context), Tag("green", in: context))
            tag.memos = [memo]
            try context.save()
            tag.memos = []
            try container.inBackground { other in
                try other.find(Tag.self, "green").memos = []
                try other.save()
            }
            _ = try context.fetch(FetchRequest<Tag>())
            tag.memos.insert(memo)
            try context.save()
        }
        try container.inBackground { XCTAssertEqual(try $0.find(Tag.self, "green").memos.names, ["note"]) }
    }

    func testADecimalOfAnImportedNumberHasItsDigits() throws {
        let entity = try XCTUnwrap(ManagedObjectModel(Everything.self).entities.first)
        let attribute = try XCTUnwrap(entity.attributes.first { $0.name == "decimal" })
        let conversion = AttributeConversion(attribute: attribute)
        for (number, text) in [(3.133, "3.133"), (0.1, "0.1"), (1e-5, "0.00001"), (-2.5e20, "-250000000000000000000")] {
            XCTAssertEqual(conversion.stored(number), Decimal(string: text)?.storedValue())
        }
    }
}

extension ManagedObjectContext {
    fileprivate func performAndWaitForTest(_ body: (ManagedObjectContext) throws -> Void) {
        performAndWait { do { try body(self) } catch { XCTFail("\(error)") } }
    }
}
