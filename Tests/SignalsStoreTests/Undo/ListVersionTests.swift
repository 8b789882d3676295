import Foundation
import XCTest

@testable import SignalsStore

/// The versions of a list that `undo()` puts back.
final class ListVersionTests: XCTestCase {
    /// A list that is changed at random, its versions, and what each of them was.
    private struct Versions {
        private(set) var versions: [ListVersion]
        private(set) var lists: [[Song]]
        private var others: [Song]
        private var generator: SeededGenerator

        init(seed: UInt64, _ songs: [Song]) {
            others = Array(songs.dropFirst(8))
            lists = [Array(songs.prefix(8))]
            versions = [ListVersion(lists[0])]
            generator = SeededGenerator(state: seed)
        }

        /// Changes one of the versions.
        mutating func change() {
            let parent = Int.random(in: 0..<versions.count, using: &generator)
            var list = lists[parent]
            let change: ListVersion.Change
            if !list.isEmpty, Bool.random(using: &generator) {
                let index = Int.random(in: 0..<list.count, using: &generator)
                change = .removal(list.remove(at: index), index)
            } else {
                let index = Int.random(in: 0...list.count, using: &generator)
                guard let song = others.filter({ !list.contains($0) }).randomElement(using: &generator) else { return }
                list.insert(song, at: index)
                change = .insertion(song, index)
            }
            versions.append(versions[parent].version(after: change))
            lists.append(list)
        }

        func check(_ file: StaticString = #filePath, _ line: UInt = #line) {
            for (version, list) in zip(versions, lists).reversed() {
                XCTAssertEqual(version.members as? [Song], list, file: file, line: line)
            }
            for (version, list) in zip(versions, lists) {
                for (other, before) in zip(versions, lists) {
                    guard let changes = version.changes(from: other) else { continue }
                    XCTAssertEqual(before.applying(changes), list, file: file, line: line)
                }
            }
        }
    }

    func testEachVersionHasItsMembersWhicheverWasChanged() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            let songs = (0..<12).map { Song("\($0)", in: context) }
            for seed in 0..<20 {
                var versions = Versions(seed: UInt64(seed), songs)
                for _ in 0..<20 { versions.change() }
                versions.check()
            }
        }
    }

    func testALongChainOfVersionsIsReleasedOneAfterTheOther() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            let song = Song("a", in: context)
            let first = ListVersion([])
            var last = first
            for index in 0..<200_000 {
                last = last.version(after: index.isMultiple(of: 2) ? .insertion(song, 0) : .removal(song, 0))
            }
            // Through the first all of them are held until the end.
            withExtendedLifetime(first) { XCTAssertEqual(last.members, []) }
        }
    }

    func testUndoOfManyRemovalsKeepsNoListForEachOfThem() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            let list = Playlist("mix", in: context)
            let songs = (0..<2000).map { Song("\($0)", in: context) }
            list.songs = songs
            try context.save()
            context.isUndoEnabled = true
            context.levelsOfUndo = 0
            let before = try XCTUnwrap(ProcessMemory.allocated)
            for _ in songs { list.songs.remove(at: 0) }
            // 16 MB of them, half as long as the list on average.
            XCTAssertLessThan(try XCTUnwrap(ProcessMemory.allocated) - before, 6_000_000)
            while context.canUndo { context.undo() }
            XCTAssertEqual(list.songs, songs)
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testTakingBackADeletionLeavesReadWhatDoesNotLeadToTheObject() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            let list = Playlist("mix", in: context)
            list.songs = (0..<3).map { Song("\($0)", in: context) }
            let other = Song("other", in: context)
            try context.save()
            context.isUndoEnabled = true
            XCTAssertEqual(list.songs.count, 3)
            context.delete(other)
            context.undo()
            let relationship = try XCTUnwrap(list.entity.relationships.first { $0.name == "songs" })
            XCTAssertTrue(relationship.state(in: list).pointee.isResolved)
            // One that was read meanwhile finds it again.
            list.songs.append(other)
            try context.save()
            context.delete(other)
            context.refresh(list, mergeChanges: false)
            XCTAssertEqual(list.songs.names, ["0", "1", "2"])
            context.undo()
            XCTAssertEqual(list.songs.names, ["0", "1", "2", "other"])
        }
    }
}

extension [Song] {
    fileprivate func applying(_ changes: [ListVersion.Change]) -> [Song] {
        var list = self as [ManagedObject]
        for change in changes {
            switch change {
            case .insertion(let member, let index): list.insert(member, at: index)
            case .removal(let member, let index): XCTAssertTrue(list.remove(at: index) === member)
            }
        }
        return list.compactMap { $0 as? Song }
    }
}
