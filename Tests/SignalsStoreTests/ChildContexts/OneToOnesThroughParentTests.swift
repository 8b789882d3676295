import SignalsStore
import XCTest

private final class Link: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Link.previous) var next: Link?
    @Relationship var previous: Link?
}

/// One-to-ones that are pending in a parent when a child saves one of their ends through it.
final class OneToOnesThroughParentTests: XCTestCase {
    private struct Chain {
        let container: PersistentContainer
        let parent: ManagedObjectContext
        let child: ManagedObjectContext
        let links: [String: Link]

        func mine(_ name: String) throws -> Link { try child.existingObject(with: links[name]!.objectID) }

        /// The next and the previous one of each, as somebody else reads them.
        func stored() throws -> [String: [String?]] {
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let ids = Set(links.values.map(\.objectID))
            let stored = try other.fetch(FetchRequest<Link>()).filter { ids.contains($0.objectID) }
            return Dictionary(uniqueKeysWithValues: stored.map { ($0.name, [$0.next?.name, $0.previous?.name]) })
        }

        var shown: [String: [String?]] { links.mapValues { [$0.next?.name, $0.previous?.name] } }
    }

    private func makeChain(
        _ names: String, in container: PersistentContainer? = nil, _ relate: ([String: Link]) -> Void
    ) throws -> Chain {
        let container = try container ?? makeContainer(ManagedObjectModel(Link.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        var links: [String: Link] = [:]
        for name in names {
            let link = Link(context: parent)
            link.name = "\(name)"
            links[link.name] = link
        }
        relate(links)
        try parent.save()
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        return Chain(container: container, parent: parent, child: child, links: links)
    }

    func testTheEndThatTheParentHasPartedIsPartedInTheStoreToo() throws {
        let chain = try makeChain("abd") { links in
            links["a"]?.next = links["d"]
            links["d"]?.next = links["a"]
        }
        // Takes a from d.
        chain.links["b"]?.next = chain.links["a"]
        try chain.mine("a").previous = nil
        try chain.child.saveThroughParent()
        let expected: [String: [String?]] = ["a": ["d", nil], "b": [nil, nil], "d": [nil, "a"]]
        XCTAssertEqual(try chain.stored(), expected)
        XCTAssertEqual(chain.shown, expected)
        XCTAssertFalse(chain.parent.hasChanges)
        try chain.parent.save()
        XCTAssertEqual(try chain.stored(), expected)
    }

    func testAnObjectThatWasItsOwnOtherEndIsNoneAnyMore() throws {
        let chain = try makeChain("ab") { links in links["a"]?.next = links["a"] }
        chain.links["a"]?.next = nil
        try chain.mine("a").next = chain.mine("b")
        try chain.child.saveThroughParent()
        let expected: [String: [String?]] = ["a": ["b", nil], "b": [nil, "a"]]
        XCTAssertEqual(try chain.stored(), expected)
        XCTAssertEqual(chain.shown, expected)
        XCTAssertFalse(chain.parent.hasChanges)
    }

    func testPendingChangesOfTheOtherEndStayAndAreSaved() throws {
        let chain = try makeChain("abcd") { links in links["a"]?.next = links["b"] }
        // Takes b from a.
        chain.links["c"]?.next = chain.links["b"]
        try chain.mine("a").next = chain.mine("d")
        try chain.child.saveThroughParent()
        XCTAssertEqual(try chain.stored()["a"], ["d", nil])
        XCTAssertEqual(try chain.stored()["b"], [nil, nil])
        XCTAssertEqual(chain.shown["b"], [nil, "c"])
        try chain.parent.save()
        XCTAssertEqual(try chain.stored()["b"], [nil, "c"])
        XCTAssertEqual(try chain.stored()["c"], ["b", nil])
    }

    func testAnEndThatOnlyTheParentHadTakenIsFreeInTheStoreToo() throws {
        for isRead in [false, true] {
            let chain = try makeChain("abcd") { links in links["a"]?.next = links["b"] }
            if isRead { for link in try chain.child.fetch(FetchRequest<Link>()) { _ = (link.next, link.previous) } }
            // Takes b from a.
            chain.links["c"]?.next = chain.links["b"]
            try chain.mine("c").next = chain.mine("d")
            try chain.child.saveThroughParent()
            chain.parent.rollback()
            chain.parent.refreshAllObjects()
            let expected: [String: [String?]] = [
                "a": [nil, nil], "b": [nil, nil], "c": ["d", nil], "d": [nil, "c"],
            ]
            XCTAssertEqual(try chain.stored(), expected, "read: \(isRead)")
            XCTAssertEqual(chain.shown, expected, "read: \(isRead)")
        }
    }

    func testADeletionThatIsGivenUpInTheStoreEndsNothing() throws {
        for policy in [MergePolicy.mergeByPropertyStoreTrump, .rollback] {
            let chain = try makeChain("abc") { links in links["a"]?.next = links["b"] }
            chain.parent.mergePolicy = policy
            try chain.child.delete(chain.mine("a"))
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: chain.container)
            try other.existingObject(with: XCTUnwrap(chain.links["a"]).objectID).name = "A"
            try other.save()
            try chain.child.saveThroughParent()
            let mine = try chain.mine("a")
            XCTAssertEqual(mine.next?.name, "b")
            XCTAssertEqual(mine.next?.previous, mine)
            let kept = try chain.parent.existingObject(with: mine.objectID)
            XCTAssertEqual(kept.name, "A")
            XCTAssertEqual(kept.next, chain.links["b"])
            XCTAssertEqual(chain.links["b"]?.previous, kept)
            XCTAssertFalse(chain.parent.hasChanges)
            chain.links["c"]?.next = chain.links["b"]
            try chain.parent.save()
            XCTAssertEqual(try chain.stored(), ["A": [nil, nil], "b": [nil, "c"], "c": ["b", nil]])
        }
    }

    func testADeletionThatIsPendingOfTheOtherEndIsSaved() throws {
        let chain = try makeChain("abd") { links in links["a"]?.next = links["b"] }
        chain.parent.delete(try XCTUnwrap(chain.links["b"]))
        try chain.mine("a").next = chain.mine("d")
        try chain.child.saveThroughParent()
        XCTAssertEqual(try chain.stored(), ["a": ["d", nil], "b": [nil, nil], "d": [nil, "a"]])
        try chain.parent.save()
        XCTAssertEqual(try chain.stored(), ["a": ["d", nil], "d": [nil, "a"]])
    }

    /// The model leaves open what becomes of such one-to-ones; that both ends agree it does not.
    func testBothEndsAgreeWhateverIsPendingInTheParent() throws {
        let container = try makeContainer(ManagedObjectModel(Link.self))
        for seed in 0..<150 {
            var random = SeededGenerator(state: UInt64(seed))
            let chain = try makeChain("abcd", in: container) { links in
                for name in ["a", "b", "c"] { links[name]?.next = links["abcd".randomLetter(&random)] }
            }
            let change = { (link: Link, other: Link?, random: inout SeededGenerator) in
                if Bool.random(using: &random) { link.next = other } else { link.previous = other }
            }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let link = try XCTUnwrap(chain.links["abcd".randomLetter(&random)])
                change(link, Bool.random(using: &random) ? nil : chain.links["abcd".randomLetter(&random)], &random)
            }
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let link = try chain.mine("abcd".randomLetter(&random))
                change(link, Bool.random(using: &random) ? nil : try chain.mine("abcd".randomLetter(&random)), &random)
            }
            try chain.child.saveThroughParent()
            try assertAgreement(chain.stored(), "seed \(seed), stored")
            try assertAgreement(chain.shown, "seed \(seed), shown")
            try chain.parent.save()
            try assertAgreement(chain.stored(), "seed \(seed), stored by the parent")
            XCTAssertEqual(try chain.stored(), chain.shown, "seed \(seed)")
        }
    }

    private func assertAgreement(_ ends: [String: [String?]], _ place: String) throws {
        for (name, link) in ends {
            if let next = link[0] { XCTAssertEqual(ends[next]?[1], name, "\(place): \(ends)") }
            if let previous = link[1] { XCTAssertEqual(ends[previous]?[0], name, "\(place): \(ends)") }
        }
    }
}

extension String {
    fileprivate func randomLetter(_ random: inout SeededGenerator) -> String { String(randomElement(using: &random)!) }
}
