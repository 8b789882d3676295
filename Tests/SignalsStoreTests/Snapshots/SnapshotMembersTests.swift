import Foundation
import Signals
import SignalsCore
import XCTest

@testable import SignalsStore

/// Snapshots with the IDs of a relationship to many.
final class SnapshotMembersTests: XCTestCase {
    private var projects: FetchRequest<Project> {
        var request = FetchRequest<Project>(sortBy: [SortDescriptor(\.name)])
        request.relationshipKeyPathsForPrefetching = [\.duties]
        return request
    }

    private var memos: FetchRequest<Memo> {
        var request = FetchRequest<Memo>(sortBy: [SortDescriptor(\.name)])
        request.relationshipKeyPathsForPrefetching = [\.tags]
        return request
    }

    private var playlists: FetchRequest<Playlist> {
        var request = FetchRequest<Playlist>(sortBy: [SortDescriptor(\.name)])
        request.relationshipKeyPathsForPrefetching = [\.songs]
        return request
    }

    private func make<Object: ManagedObject & Named>(
        _ type: Object.Type, _ names: String..., in context: ManagedObjectContext
    ) -> [Object] {
        names.map { name in
            let object = Object(context: context)
            object.name = name
            return object
        }
    }

    func testTheIDsAreThoseOfTheMembersWhetherSavedOrNot() throws {
        try makeContainer(makeProjects()).inBackground { context in
            let projects = make(Project.self, "a", "b", in: context)
            let duties = make(Duty.self, "1", "2", "3", in: context)
            for duty in duties { duty.project = projects[1] }
            let memo = make(Memo.self, "m", in: context)[0]
            memo.tags = Set(make(Tag.self, "x", "y", in: context))
            let list = make(Playlist.self, "l", in: context)[0]
            list.songs = make(Song.self, "3", "1", "2", in: context)
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                XCTAssertEqual(
                    try context.fetchSnapshots(self.projects).map(\.duties), [[], Set(duties.map(\.objectID))])
                XCTAssertEqual(try context.fetchSnapshots(self.memos).map(\.tags), [Set(memo.tags.map(\.objectID))])
                XCTAssertEqual(try context.fetchSnapshots(self.playlists).map(\.songs), [list.songs.map(\.objectID)])
            }
            // The members have changes, and their owners none.
            duties[0].project = projects[0]
            let counts = try context.fetchSnapshots(self.projects).map(\.duties.count)
            XCTAssertEqual(counts, [1, 2])
        }
    }

    func testTheyAreReadWithOneQueryForAPageAndRelationship() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            let projects = (0..<1_500).map { _ in Project(context: context) }
            for index in 0..<3_000 { Duty(context: context).project = projects[index % 1_500] }
            try context.save()
        }
        let entity = container.model.entity(for: Project.self)
        let coordinator = container.coordinator
        let reader = QueryCountingReader(coordinator.store)
        let rows = try SnapshotRows(
            Query(entity: coordinator.schema(of: entity)), entity,
            IncludedRelationships(projects, entity, coordinator), store: coordinator.numbers, from: reader)
        XCTAssertEqual(rows.count, 1_500)
        XCTAssertEqual(reader.count, 3, "one for the projects, and one for each of two pages")
        XCTAssertTrue(SnapshotList<Project>(rows).allSatisfy { $0.duties.count == 2 })
    }

    func testALiveSnapshotFollowsItsMembers() throws {
        let container = try makeContainer(makeProjects())
        let context = container.newBackgroundContext()
        let recorder = LiveRecorder(container.publisher(for: projects).map { $0.map { [$0.name: $0.duties] } })
        let (project, other, id) = try context.performAndWait {
            let projects = make(Project.self, "a", "b", in: context)
            let duty = make(Duty.self, "1", in: context)[0]
            duty.project = projects[0]
            try context.save()
            return (projects[0].objectID, projects[1].objectID, duty.objectID)
        }
        XCTAssertTrue(recorder.waitForLast { $0 == [["a": [id]], ["b": []]] })
        try context.performAndWait {
            try context.existingObject(with: id).project = try context.existingObject(with: other)
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0 == [["a": []], ["b": [id]]] })
        try context.performAndWait {
            let duty = try context.existingObject(with: id)
            duty.name = "decides on nothing"
            try context.save()
            duty.project = try context.existingObject(with: project)
            try context.save()
            try context.execute(BatchDeleteRequest<Duty>(predicate: nil))
        }
        XCTAssertTrue(recorder.waitForLast { $0 == [["a": []], ["b": []]] })
        XCTAssertTrue(zip(recorder.values, recorder.values.dropFirst()).allSatisfy { $0 != $1 })
    }

    func testAfterEachOfManyCommitsTheLiveMembersAreThoseOfAFetch() throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        var generator = ReplayableGenerator(seed: seed)
        let container = try makeContainer(makeProjects())
        let live = (
            LiveRecorder(container.publisher(for: projects)), LiveRecorder(container.publisher(for: memos)),
            LiveRecorder(container.publisher(for: playlists))
        )
        for round in 0..<120 {
            try container.inBackground { try self.change($0, &generator) }
            try container.inBackground { context in
                let projects = try context.fetchSnapshots(projects)
                XCTAssertTrue(live.0.waitForLast { $0 == projects }, "projects, seed \(seed), round \(round)")
                let memos = try context.fetchSnapshots(memos)
                XCTAssertTrue(live.1.waitForLast { $0 == memos }, "memos, seed \(seed), round \(round)")
                let playlists = try context.fetchSnapshots(playlists)
                XCTAssertTrue(live.2.waitForLast { $0 == playlists }, "playlists, seed \(seed), round \(round)")
                for list in try context.fetch(self.playlists) {
                    let snapshot = try XCTUnwrap(playlists.first { $0.objectID == list.objectID })
                    XCTAssertEqual(snapshot.songs, list.songs.map(\.objectID), "seed \(seed), round \(round)")
                }
            }
        }
    }

    private func change(_ context: ManagedObjectContext, _ generator: inout ReplayableGenerator) throws {
        func some<Object: ManagedObject & Named>(_ type: Object.Type) throws -> Object {
            let all = try context.fetch(FetchRequest<Object>())
            if all.count > 4, let found = all.randomElement(using: &generator) { return found }
            let object = Object(context: context)
            object.name = "\(Int.random(in: 0..<100, using: &generator))"
            return object
        }
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            switch Int.random(in: 0..<9, using: &generator) {
            case 0: try some(Duty.self).project = try some(Project.self)
            case 1: try some(Duty.self).project = nil
            case 2: try some(Memo.self).tags.formSymmetricDifference([try some(Tag.self)])
            case 3:
                let (list, song) = (try some(Playlist.self), try some(Song.self))
                if !list.songs.contains(song) { list.songs.append(song) }
            case 4: try some(Playlist.self).songs.shuffle(using: &generator)
            case 5: context.delete(try some(Duty.self))
            case 6: context.delete(try some(Song.self))
            case 7: context.delete(try some(Project.self))
            default: try some(Tag.self).memos.formSymmetricDifference([try some(Memo.self)])
            }
        }
        try context.save()
    }
}

/// Counts the queries that are run.
private final class QueryCountingReader: StoreReader {
    private let reader: any StoreReader
    private let queries = Locked(0)

    init(_ reader: any StoreReader) { self.reader = reader }

    var count: Int { queries.withLock { $0 } }

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        queries.withLock { $0 += 1 }
        try reader.fetch(query, body)
    }

    func count(_ query: Query) throws -> Int { try reader.count(query) }

    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        queries.withLock { $0 += 1 }
        return try reader.links(of: table, side, to: numbers)
    }
}
