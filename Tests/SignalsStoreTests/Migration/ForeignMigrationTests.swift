import Foundation
import Signals
import SignalsStore
import Testing

private enum Before {
    final class Letter: ManagedObject {
        @Attribute var subject = ""
        @Attribute var pages = 1
    }
}

private enum After {
    final class Letter: ManagedObject {
        @Attribute(.renamed(from: "subject")) var title = ""
        @Attribute var pages = ""
        @Attribute var sender = "unknown"
    }
}

/// A file that is open here while a real other process migrates it.
@Suite struct ForeignMigrationTests {
    private let model = ManagedObjectModel(Before.Letter.self)

    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "store.sqlite"))
    }

    private func open(_ url: URL) throws -> PersistentContainer {
        try PersistentContainer(name: "Here", model: model, stores: [.sqlite(at: url)])
    }

    private func migrateElsewhere(_ url: URL) async {
        await #expect(processExitsWith: .exitCode(42)) { [path = url.path as String] in
            let container = try PersistentContainer(
                name: "There", model: ManagedObjectModel(After.Letter.self),
                stores: [.sqlite(at: URL(fileURLWithPath: path))])
            container.close()
            exit(42)
        }
    }

    @Test func everyUseOfAStoreThatAnotherProcessHasMigratedSaysToOpenItAgain() async throws {
        try await withFile { url in
            let container = try open(url)
            defer { container.close() }
            let context = container.newBackgroundContext()
            try context.performAndWait {
                let letter = Before.Letter(context: context)
                letter.subject = "Dear all"
                try context.save()
            }
            await migrateElsewhere(url)
            context.performAndWait {
                #expect {
                    try context.fetch(FetchRequest<Before.Letter>())
                } throws: { error in
                    guard case FetchError.modelChanged = error else { return false }
                    return "\(error)".contains("Close the container and open it again")
                }
                #expect {
                    let letter = Before.Letter(context: context)
                    letter.subject = "Dear none"
                    try context.save()
                } throws: { error in
                    guard case .modelChanged? = (error as? SaveError)?.reason else { return false }
                    return !((error as? SaveError)?.canRetry ?? true)
                        && "\(error)".contains("Close the container and open it again")
                }
                #expect(context.hasChanges, "nothing is lost")
            }
            container.close()
            // The old program is told why; the new one finds everything.
            #expect {
                try open(url)
            } throws: { error in
                if case StoreError.newerModel = error { true } else { false }
            }
            let newer = try PersistentContainer(
                name: "Newer", model: ManagedObjectModel(After.Letter.self), stores: [.sqlite(at: url)])
            defer { newer.close() }
            let letters = try newer.inBackground { context in
                try context.fetch(FetchRequest<After.Letter>()).map { "\($0.title) \($0.pages) \($0.sender)" }
            }
            #expect(letters == ["Dear all 1 unknown"])
        }
    }

    @Test func aSaveThatWouldStillFitIsRefusedToo() async throws {
        try await withFile { url in
            let container = try open(url)
            defer { container.close() }
            let context = container.newBackgroundContext()
            try context.performAndWait {
                Before.Letter(context: context).subject = "Dear all"
                try context.save()
            }
            await migrateElsewhere(url)
            // The column is still there, and holds texts now.
            _ = context.performAndWait {
                #expect {
                    let known = context.registeredObjects.compactMap { $0 as? Before.Letter }
                    known.first?.pages = 7
                    if known.isEmpty { Before.Letter(context: context).pages = 7 }
                    try context.save()
                } throws: { error in
                    if case .modelChanged? = (error as? SaveError)?.reason { true } else { false }
                }
            }
            #expect(try SQLiteShell.run("SELECT typeof(pages) FROM Letter", at: url) == ["text"])
        }
    }

    @Test func tablesThatAreNoneOfTheModelsConcernNobody() async throws {
        try await withFile { url in
            let container = try open(url)
            defer { container.close() }
            try SQLiteShell.run("CREATE TABLE theirs (x)", at: url)
            for subject in ["first", "second"] {
                try container.inBackground { context in
                    Before.Letter(context: context).subject = subject
                    try context.save()
                }
            }
            #expect(try container.inBackground { try $0.count(for: FetchRequest<Before.Letter>()) } == 2)
        }
    }
}
