import Foundation
import Signals
import SignalsStore
import XCTest

private final class Word: ManagedObject {
    @Attribute(.unique) var text = ""
    @Attribute(.indexed) var note: String? = nil
    @Attribute var copy = ""
    @Attribute var kind = 0
}

/// Texts are compared in normal form, and read back as they were given.
final class KeptTextTests: XCTestCase {
    private let decomposed = "cafe\u{301}"
    private let composed = "caf\u{E9}"
    private let angstrom = "\u{212B}"

    private func open(_ url: URL) throws -> PersistentContainer {
        try openContainer(at: url, ManagedObjectModel(Word.self))
    }

    private func add(_ texts: [(String, String?)], to container: PersistentContainer) throws {
        try container.inBackground { context in
            for (index, (text, note)) in texts.enumerated() {
                let word = Word(context: context)
                (word.text, word.note, word.kind) = (text, note, index % 2)
            }
            try context.save()
        }
    }

    private func texts(_ container: PersistentContainer) throws -> [[UInt8]] {
        try container.inBackground { context in
            try context.fetch(FetchRequest<Word>(sortBy: [SortDescriptor(\.text)])).map { Array($0.text.utf8) }
        }
    }

    private func assertBytes(_ text: String?, _ expected: String?, _ what: String, line: UInt = #line) {
        XCTAssertEqual(text.map { Array($0.utf8) }, expected.map { Array($0.utf8) }, what, line: line)
    }

    private func kept(_ url: URL) throws -> [String] {
        try SQLiteShell.run(
            "SELECT signals_exact FROM Word WHERE signals_exact IS NOT NULL ORDER BY signals_id", at: url)
    }

    func testTextsAreReadBackByteForByteHoweverTheyAreRead() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        for round in 0..<2 {
            let container = try open(url)
            defer { container.close() }
            if round == 0 {
                try add([(decomposed, angstrom), ("abc", nil), ("日本\u{212B}", "n\u{303}")], to: container)
            }
            XCTAssertEqual(try texts(container), ["abc", decomposed, "日本\u{212B}"].map { Array($0.utf8) })
            try container.inBackground { context in
                var request = FetchRequest<Word>(
                    predicate: #Predicate { $0.note != nil }, sortBy: [SortDescriptor(\.text)])
                let snapshots = try context.fetchSnapshots(request)
                assertBytes(snapshots.first?.text, decomposed, "a snapshot")
                let values = try context.values(\.text, \.note, of: request)
                assertBytes(values.first?.0, decomposed, "values")
                assertBytes(values.first?.1, angstrom, "values")
                assertBytes(try context.minimum(\.text, of: request), decomposed, "the least")
                assertBytes(try context.maximum(\.note, of: request), "n\u{303}", "the greatest")
                let groups = try context.groups(of: request, by: \.text, computing: .count)
                assertBytes(groups.first?.key, decomposed, "a group's key")
                request.returnsDistinctResults = true
                assertBytes(try context.values(\.text, of: request).first, decomposed, "distinct values")
                let composed = composed
                let same = FetchRequest<Word>(predicate: #Predicate { $0.text == composed })
                assertBytes(try context.fetch(same).first?.text, decomposed, "found by another form")
                XCTAssertEqual(try context.count(for: same), 1)
                let list = FetchRequest<Word>(predicate: #Predicate { [composed, "x"].contains($0.text) })
                XCTAssertEqual(try context.count(for: list), 1)
                let part = FetchRequest<Word>(predicate: #Predicate { $0.text.contains("\u{E9}") })
                XCTAssertEqual(try context.count(for: part), 1)
            }
        }
        XCTAssertEqual(
            try SQLiteShell.run("SELECT text FROM Word ORDER BY text", at: url), ["abc", composed, "日本\u{C5}"])
    }

    func testSeveralExtremesAtOnceAreReadBackByteForByte() throws {
        let container = try makeContainer(ManagedObjectModel(Word.self))
        try add([(decomposed, angstrom), ("zo\u{308}", "b"), ("b", nil)], to: container)
        try container.inBackground { context in
            let groups = try context.groups(
                of: FetchRequest<Word>(), by: \.kind, computing: .minimum(\.text), .maximum(\.text))
            let even = try XCTUnwrap(groups.first { $0.key == 0 })
            assertBytes(even.values.0, "b", "the least")
            assertBytes(even.values.1, decomposed, "the greatest")
        }
    }

    func testPlainTextsKeepNothingAndOthersOnlyWhileTheyStand() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try open(url)
        defer { container.close() }
        try add([("plain", "na\u{EF}ve"), (decomposed, angstrom), ("日本語", "Привет")], to: container)
        XCTAssertEqual(try kept(url), [#"{"note":"\#(angstrom)","text":"\#(decomposed)"}"#])
        func change(_ body: (ManagedObjectContext, Word) -> Void) throws {
            try container.inBackground { context in
                let composed = composed
                let word = try XCTUnwrap(
                    context.fetch(FetchRequest<Word>(predicate: #Predicate { $0.text == composed || $0.kind == 7 }))
                        .first)
                body(context, word)
                try context.save()
            }
        }
        try change { $1.note = "plain" }
        XCTAssertEqual(try kept(url), [#"{"text":"\#(decomposed)"}"#])
        try change { $1.text = self.composed }
        XCTAssertEqual(try kept(url), [], "another form of the same text is a change")
        XCTAssertEqual(try texts(container)[0], Array(composed.utf8))
        try change { $1.text = self.decomposed }
        XCTAssertEqual(try texts(container)[0], Array(decomposed.utf8))
        try change { $0.delete($1) }
        XCTAssertEqual(try kept(url), [])
    }

    func testUniquenessSeesAllFormsOfAText() throws {
        let container = try makeContainer(ManagedObjectModel(Word.self))
        try add([(decomposed, nil)], to: container)
        XCTAssertThrowsError(try add([("x", nil), (composed, nil)], to: container)) { error in
            guard case .valueTaken(_, let owner) = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            XCTAssertNotNil(owner)
        }
        XCTAssertThrowsError(try add([("x", nil), ("y", nil), ("caf\u{65}\u{301}", nil)], to: container))
        XCTAssertEqual(try texts(container).count, 1)
    }

    func testManyRowsOfWhichSomeAreKept() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try open(url)
        defer { container.close() }
        let all = (0..<300).map { $0 % 7 == 3 ? "e\u{301}\($0)" : "\u{E9}\($0)" }
        try add(all.map { ($0, nil) }, to: container)
        XCTAssertEqual(try kept(url).count, all.count { $0.unicodeScalars.contains("\u{301}") })
        let read = try container.inBackground { try $0.fetch(FetchRequest<Word>()).map { Array($0.text.utf8) } }
        XCTAssertEqual(Set(read), Set(all.map { Array($0.utf8) }))
    }

    func testBatchUpdatesKeepTextsAndForgetThem() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try open(url)
        defer { container.close() }
        try add([(decomposed, nil), ("b", "x")], to: container)
        let (angstrom, composed) = (angstrom, composed)
        try container.inBackground { context in
            try context.execute(BatchUpdateRequest<Word>().setting(\.note, to: angstrom))
            let word = try XCTUnwrap(
                context.fetch(FetchRequest<Word>(predicate: #Predicate { $0.text == composed })).first)
            assertBytes(word.note, angstrom, "a batch update")
            assertBytes(word.text, decomposed, "what it did not set")
        }
        XCTAssertEqual(try kept(url).count, 2)
        _ = try container.inBackground { context in
            try context.execute(BatchUpdateRequest<Word>().setting(\.note, to: "\u{C5}"))
        }
        XCTAssertEqual(try kept(url), [#"{"text":"\#(decomposed)"}"#])
        XCTAssertEqual(try SQLiteShell.run("SELECT note FROM Word", at: url), ["\u{C5}", "\u{C5}"])
        try container.inBackground { context in
            try context.execute(BatchUpdateRequest<Word>().setting(\.copy, to: #Expression { $0.text }))
            let words = try context.fetch(FetchRequest<Word>(predicate: #Predicate { $0.copy == composed }))
            assertBytes(words.first?.copy, decomposed, "a copied text")
        }
    }

    func testAnotherFormOfATextIsAConflictOnlyWhereBothChangedIt() throws {
        let container = try makeContainer(ManagedObjectModel(Word.self))
        try add([(decomposed, nil)], to: container)
        let here = container.newBackgroundContext()
        try here.performAndWait {
            let word = try XCTUnwrap(here.fetch(FetchRequest<Word>()).first)
            word.note = "here"
            try container.inBackground { context in
                try context.fetch(FetchRequest<Word>()).first?.kind = 5
                try context.save()
            }
            try here.save()
            assertBytes(word.text, decomposed, "after a merge")
            word.text = "x"
            try container.inBackground { context in
                try context.fetch(FetchRequest<Word>()).first?.text = self.composed
                try context.save()
            }
            XCTAssertThrowsError(try here.save())
        }
    }

    func testPublishedListsHaveTextsAsTheyWereGiven() throws {
        let container = try makeContainer(ManagedObjectModel(Word.self))
        let seen = expectation(description: "the word")
        let watch = container.publisher(for: FetchRequest<Word>(sortBy: [SortDescriptor(\.text)])).sink { _ in
        } receiveValue: { [decomposed] list in
            if list.count == 2, Array(list[1].text.utf8) == Array(decomposed.utf8) { seen.fulfill() }
        }
        try add([(decomposed, nil), ("a", nil)], to: container)
        wait(for: [seen], timeout: 10)
        watch.cancel()
    }

    func testFoundationsOrderSeesTextsAsTheyWereGiven() throws {
        let container = try makeContainer(ManagedObjectModel(Word.self))
        let all = ["\u{E9}b", "e\u{301}a", "f", "e"]
        try add(all.map { ($0, nil) }, to: container)
        let request = FetchRequest<Word>(sortBy: [SortDescriptor(\.text, comparator: .lexical)])
        let found = try container.inBackground { try $0.fetch(request).map { Array($0.text.utf8) } }
        XCTAssertEqual(found, all.sorted(using: String.StandardComparator.lexical).map { Array($0.utf8) })
    }

    func testTextsThatAnotherProgramWroteAreNotReplacedByKeptOnes() async throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try open(url)
        defer { container.close() }
        try add([(decomposed, "e\u{301}")], to: container)
        try SQLiteShell.run("UPDATE Word SET text = 'tea', signals_version = signals_version + 1", at: url)
        try container.inBackground { context in
            let word = try XCTUnwrap(context.fetch(FetchRequest<Word>()).first)
            assertBytes(word.text, "tea", "written elsewhere")
            assertBytes(word.note, "e\u{301}", "not written elsewhere")
        }
        try SQLiteShell.run("UPDATE Word SET text = 'te\u{301}'", at: url)
        XCTAssertEqual(try texts(container), [Array("te\u{301}".utf8)])
        let findings = try await container.integrityCheck().value
        guard case .textNotInNormalForm("Word", "text", _)? = findings.first, findings.count == 1 else {
            return XCTFail("\(findings)")
        }
    }
}
