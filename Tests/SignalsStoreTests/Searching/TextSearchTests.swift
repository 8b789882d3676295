import Foundation
import Signals
import SignalsStore
import XCTest

/// Searches for words, over any store.
final class TextSearchTests: XCTestCase {
    private let shopping: [(String, String?)] = [
        ("Shopping", "milk, bread and e-mail paper from the corner shop"), ("Café au lait", nil),
        ("Breakfast", "Milk at the corner; the shop is closed"), ("Ideas", "A cafe\u{301} with a library"),
    ]

    private func withJottings(_ body: (ManagedObjectContext) throws -> Void) throws {
        let container = try makeContainer(.jottings)
        try container.inBackground { context in
            for (title, text) in shopping { context.addJotting(title, text) }
            try context.save()
        }
        try container.inBackground(body)
    }

    func testWordsAreFoundInAnyOrderAndOfAnyCase() throws {
        try withJottings { context in
            XCTAssertEqual(Set(try context.titles(matching: "SHOP milk")), ["Shopping", "Breakfast"])
            XCTAssertEqual(try context.titles(matching: "milk bread"), ["Shopping"])
            XCTAssertEqual(try context.titles(matching: "shopping bread"), ["Shopping"], "in two attributes together")
            XCTAssertEqual(try context.titles(matching: "mil"), [])
        }
    }

    func testMarksOfLatinLettersMakeNoDifference() throws {
        try withJottings { context in
            for text in ["cafe", "café", "CAFE\u{301}"] {
                XCTAssertEqual(Set(try context.titles(matching: text)), ["Café au lait", "Ideas"], text)
            }
        }
    }

    func testAStarFindsTheBeginningOfAWord() throws {
        try withJottings { context in
            XCTAssertEqual(Set(try context.titles(matching: "bre*")), ["Shopping", "Breakfast"])
            XCTAssertEqual(try context.titles(matching: "\"paper fr\"*"), ["Shopping"])
        }
    }

    func testAPhraseIsFoundWhereItsWordsFollowEachOther() throws {
        try withJottings { context in
            XCTAssertEqual(try context.titles(matching: "\"corner shop\""), ["Shopping"])
            XCTAssertEqual(try context.titles(matching: "“corner shop”"), ["Shopping"])
            XCTAssertEqual(try context.titles(matching: "e-mail"), ["Shopping"])
            XCTAssertEqual(try context.titles(matching: "mail-e"), [])
        }
    }

    func testAnyTextCanBeSearchedFor() throws {
        try withJottings { context in
            for text in ["", " ", "\"", "*", "(", "\"\"*", "- ( ) ^ : + {", "\u{0}", "NEAR(", "title:"] {
                _ = try context.titles(matching: text)
            }
            XCTAssertEqual(try context.titles(matching: ""), [])
            XCTAssertEqual(try context.titles(matching: "milk OR cafe"), [], "OR is a word")
            XCTAssertEqual(try context.titles(matching: "\"milk, bread"), ["Shopping"], "a phrase that goes to the end")
            let many = (0..<5000).map { "word\($0)" }.joined(separator: " ")
            XCTAssertEqual(try context.titles(matching: many), [])
            context.addJotting("Many", many)
            try context.save()
            XCTAssertEqual(try context.titles(matching: many), ["Many"])
        }
    }

    func testTheBestFitComesFirstUnlessAnotherOrderIsAskedFor() throws {
        let container = try makeContainer(.jottings)
        try container.inBackground { context in
            context.addJotting("long", "tea " + String(repeating: "and much else ", count: 30), stars: 3)
            context.addJotting("once", "tea with milk", stars: 2)
            context.addJotting("tea", "tea, tea and tea", stars: 1)
            try context.save()
            XCTAssertEqual(try context.titles(matching: "tea"), ["tea", "once", "long"])
            var request = FetchRequest<Jotting>(matching: "tea", sortBy: [SortDescriptor(\.stars, order: .reverse)])
            XCTAssertEqual(try context.fetch(request).map(\.title), ["long", "once", "tea"])
            request = FetchRequest(matching: "tea", fetchLimit: 1, fetchOffset: 1)
            XCTAssertEqual(try context.fetch(request).map(\.title), ["once"])
        }
    }

    func testAPredicateAndASearchHoldTogether() throws {
        try withJottings { context in
            let request = FetchRequest<Jotting>(matching: "milk", predicate: #Predicate { $0.title == "Breakfast" })
            XCTAssertEqual(try context.fetch(request).map(\.title), ["Breakfast"])
            XCTAssertEqual(try context.count(for: request), 1)
            XCTAssertEqual(try context.fetchSnapshots(request).map(\.title), ["Breakfast"])
        }
    }

    func testObjectsWithChangesAreSearchedAsTheyAreNow() throws {
        try withJottings { context in
            let all = try context.fetch(FetchRequest<Jotting>())
            all[0].body = "nothing"
            all[1].body = "milk"
            context.delete(all[2])
            context.addJotting("New", "milk milk milk")
            XCTAssertEqual(try context.titles(matching: "milk"), ["New", "Café au lait"])
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
            try child.performAndWait {
                child.addJotting("Child", "a milk")
                XCTAssertEqual(
                    Set(try child.fetch(FetchRequest<Jotting>(matching: "milk")).map(\.title)),
                    ["New", "Café au lait", "Child"])
            }
            try context.save()
            XCTAssertEqual(try context.titles(matching: "milk"), ["New", "Café au lait"])
        }
    }

    func testAWordThatWasSavedIsNotFoundWhereItWasTakenBack() throws {
        let container = try makeContainer(.jottings)
        try container.inBackground { context in
            let note = context.addJotting("a", "milk")
            try context.save()
            note.body = "bread"
            try context.save()
            XCTAssertEqual(try context.titles(matching: "milk"), [])
            XCTAssertEqual(try context.titles(matching: "bread"), ["a"])
            note.body = "water"
            context.rollback()
            XCTAssertEqual(try context.titles(matching: "bread"), ["a"])
            context.delete(note)
            try context.save()
            XCTAssertEqual(try context.titles(matching: "bread"), [])
        }
    }

    func testBatchRequestsKeepTheWordsUp() throws {
        let container = try makeContainer(.jottings)
        try container.inBackground { context in
            for index in 0..<50 { context.addJotting("note \(index)", "milk") }
            try context.save()
            let updated = try context.execute(
                BatchUpdateRequest<Jotting>(predicate: #Predicate { $0.title != "note 7" }).setting(\.body, to: "water")
            )
            // The rows themselves, and none of the index that the update changes too.
            let others = FetchRequest<Jotting>(predicate: #Predicate { $0.title != "note 7" })
            XCTAssertEqual(updated.objectIDs, try context.fetch(others).map(\.objectID))
            XCTAssertEqual(try context.titles(matching: "milk"), ["note 7"])
            try context.execute(BatchDeleteRequest(fetchRequest: FetchRequest<Jotting>(matching: "water")))
            XCTAssertEqual(try context.titles(matching: "note"), ["note 7"])
        }
    }

    func testASuperclassIsSearchedByItsOwnAttributes() throws {
        let container = try makeContainer(.jottings)
        try container.inBackground { context in
            let letter = Missive(context: context)
            (letter.title, letter.sender) = ("Hello", "Jane")
            context.addJotting("Jane")
            for _ in 0..<2 {
                XCTAssertEqual(try context.titles(matching: "jane"), ["Jane"])
                XCTAssertEqual(try context.titles(matching: "hello"), ["Hello"])
                XCTAssertEqual(try context.fetch(FetchRequest<Missive>(matching: "hello jane")).count, 1)
                try context.save()
            }
        }
    }

    func testALiveQueryFollowsASearch() throws {
        let container = try makeContainer(.jottings)
        let recorder = LiveRecorder(
            container.publisher(for: FetchRequest<Jotting>(matching: "tea")).map { $0.map(\.title) })
        XCTAssertTrue(recorder.waitForLast { $0 == [] })
        let id = try container.inBackground { context in
            let note = context.addJotting("a", "tea")
            context.addJotting("b", "coffee")
            try context.save()
            return note.objectID
        }
        XCTAssertTrue(recorder.waitForLast { $0 == ["a"] })
        try container.inBackground { context in
            context.addJotting("c", "tea tea")
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0 == ["c", "a"] })
        try container.inBackground { context in
            try context.existingObject(with: id).body = "water"
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0 == ["c"] })
    }

    func testASearchCanBeEvaluatedInMemory() throws {
        try withJottings { context in
            var request = FetchRequest<Jotting>(
                matching: "milk", predicate: #Predicate { $0.title.hashValue == 0 || true })
            request.allowsInMemoryEvaluation = true
            XCTAssertEqual(Set(try context.fetch(request).map(\.title)), ["Shopping", "Breakfast"])
        }
    }

    func testAClassWithoutTextsToSearchIsRefused() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            XCTAssertThrowsError(try context.fetch(FetchRequest<Chore>(matching: "milk"))) { error in
                XCTAssertEqual(
                    "\(error)",
                    "Chore cannot be searched: none of its attributes is .searchable. Declare it of those that have its texts."
                )
            }
        }
    }
}
