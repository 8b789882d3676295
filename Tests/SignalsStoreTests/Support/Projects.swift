import Foundation
import Signals
import SignalsStore
import XCTest

/// Deleted with its duties.
final class Project: ManagedObject {
    @Attribute var name = ""
    @Relationship(deleteRule: .cascade) var duties: Set<Duty> = []
}

final class Duty: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Project.duties) var project: Project?
    @Relationship var place: Room?
}

final class Tag: ManagedObject {
    @Attribute var name = ""
    @Relationship var memos: Set<Memo> = []
}

final class Memo: ManagedObject {
    @Attribute var name = ""
    @Attribute var pages = 0
    @Relationship(inverse: \Tag.memos, deleteRule: .deny) var tags: Set<Tag> = []
}

/// Songs in an order, which do not know their lists.
final class Playlist: ManagedObject {
    @Attribute var name = ""
    @Relationship var songs: [Song] = []
}

final class Song: ManagedObject { @Attribute var name = "" }

extension Project: Named {}
extension Duty: Named {}
extension Tag: Named {}
extension Memo: Named {}
extension Playlist: Named {}
extension Song: Named {}

func makeProjects() -> ManagedObjectModel {
    ManagedObjectModel(
        Project.self, Duty.self, Room.self, Tag.self, Memo.self, Playlist.self, Song.self)
}

extension XCTestCase {
    /// Returns the findings of the integrity check of a container; nothing where its store has none.
    func findings(_ container: PersistentContainer) -> [String] {
        let done = expectation(description: "checked")
        let found = Locked<[String]>(["no answer"])
        let hasNone = ProcessInfo.processInfo.environment["SIGNALS_STORE"] != nil
        let cancellable = container.integrityCheck().sink { completion in
            if hasNone, case .failure = completion { found.withLock { $0 = [] } }
            done.fulfill()
        } receiveValue: { findings in
            found.withLock { $0 = findings.map { "\($0)" } }
        }
        wait(for: [done], timeout: 60)
        withExtendedLifetime(cancellable) {}
        return found.withLock { $0 }
    }
}
