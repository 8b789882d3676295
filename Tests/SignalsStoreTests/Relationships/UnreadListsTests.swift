import Signals
import SignalsStore
import XCTest

private final class Crate: ManagedObject {
    @Attribute var name = ""
    @Relationship var items: [Item] = []
    @Relationship var picks: [Item] = []
}

private final class Item: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Crate.items) var crate: Crate?
    @Relationship(inverse: \Crate.picks) var pickedBy: Set<Crate> = []
}

extension Item {
    fileprivate convenience init(_ name: String, in context: ManagedObjectContext) {
        self.init(context: context)
        self.name = name
    }

    /// Puts it at the end of both kinds of list.
    fileprivate func join(_ crate: Crate) {
        self.crate = crate
        pickedBy.insert(crate)
    }
}

/// Members that are put at the end of lists, or taken out of them, from their own side.
final class UnreadListsTests: XCTestCase {
    private var container: PersistentContainer!
    private var crate: ManagedObjectID<Crate>!

    override func setUpWithError() throws {
        container = try makeContainer(ManagedObjectModel(Crate.self, Item.self))
        crate = try container.inBackground { context in
            let crate = Crate(context: context)
            for number in 0..<300 { Item("\(number)", in: context).join(crate) }
            try context.save()
            return crate.objectID
        }
    }

    override func tearDown() { container = nil }

    /// The last names in both lists, read anew.
    private func ends(_ count: Int) throws -> [[String]] {
        let crate = try XCTUnwrap(self.crate)
        return try container.inBackground { context in
            let crate = context.object(with: crate)
            return [crate.items, crate.picks].map { $0.suffix(count).map(\.name) }
        }
    }

    func testAMemberMoreAtTheEndReadsNoOtherMember() throws {
        let crate = try XCTUnwrap(self.crate)
        try container.inBackground { context in
            let item = Item("new", in: context)
            item.join(context.object(with: crate))
            try context.save()
            XCTAssertLessThanOrEqual(context.registeredObjects.count, 2)
        }
        XCTAssertEqual(try ends(2), [["299", "new"], ["299", "new"]])
    }

    func testAMemberLessReadsNoOtherMember() throws {
        let crate = try XCTUnwrap(self.crate)
        try container.inBackground { context in
            let item = try context.fetch(FetchRequest<Item>(predicate: #Predicate { $0.name == "298" }))[0]
            item.crate = nil
            item.pickedBy.remove(context.object(with: crate))
            try context.save()
            XCTAssertLessThanOrEqual(context.registeredObjects.count, 2)
        }
        XCTAssertEqual(try ends(2), [["297", "299"], ["297", "299"]])
    }

    func testAMemberMoreThroughAParentReadsNoOtherMember() throws {
        let crate = try XCTUnwrap(self.crate)
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            Item("new", in: child).join(child.object(with: crate))
            try child.save()
        }
        try parent.performAndWait {
            XCTAssertLessThanOrEqual(parent.registeredObjects.count, 2)
            try parent.save()
        }
        XCTAssertEqual(try ends(2), [["299", "new"], ["299", "new"]])
    }

    func testMembersThatOthersPutAtTheEndMeanwhileComeBefore() throws {
        let crate = try XCTUnwrap(self.crate)
        for isReadBeforeTheSave in [false, true] {
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            context.isUndoEnabled = false
            let mine = ["first", "second"].map { Item($0, in: context) }
            for item in mine { item.join(context.object(with: crate)) }
            try container.inBackground { other in
                Item("theirs", in: other).join(other.object(with: crate))
                try other.save()
            }
            if isReadBeforeTheSave {
                let crate = context.object(with: crate)
                XCTAssertEqual(crate.items.suffix(3).map(\.name), ["theirs", "first", "second"])
                XCTAssertEqual(crate.picks.suffix(3).map(\.name), ["theirs", "first", "second"])
            }
            try context.save()
            let names = ["theirs", "first", "second"]
            XCTAssertEqual(try ends(3), [names, names], "read before the save: \(isReadBeforeTheSave)")
        }
    }

    func testUnitsAtOnceEachPutTheirsAtTheEnd() throws {
        let crate = try XCTUnwrap(self.crate)
        let unit = UnitOfWork(container: container)
        let futures = (0..<40).map { number in
            unit.execute { context in Item("unit \(number)", in: context).join(context.object(with: crate)) }
        }
        for future in futures {
            let done = expectation(description: "done")
            let subscription = future.sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion { XCTFail("\(error)") }
                    done.fulfill()
                }, receiveValue: { _ in })
            wait(for: [done], timeout: 60)
            subscription.cancel()
        }
        for names in try ends(41) {
            XCTAssertEqual(names.first, "299")
            XCTAssertEqual(Set(names.dropFirst()), Set((0..<40).map { "unit \($0)" }))
        }
    }

    func testAMemberThatLeavesAListThatNobodyReadAndComesBackIsLast() throws {
        let crate = try XCTUnwrap(self.crate)
        try container.inBackground { context in
            let item = try context.fetch(FetchRequest<Item>(predicate: #Predicate { $0.name == "7" }))[0]
            let crate = context.object(with: crate)
            item.crate = nil
            item.pickedBy.remove(crate)
            item.join(crate)
            try context.save()
        }
        XCTAssertEqual(try ends(2), [["299", "7"], ["299", "7"]])
    }

    func testAMemberThatAParentTakesOutTooIsPutBackByTheChildThatDidSo() throws {
        let crate = try XCTUnwrap(self.crate)
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.automaticallyMergesChangesFromParent = true
        child.isUndoEnabled = false
        let seven = FetchRequest<Item>(predicate: #Predicate { $0.name == "7" })
        let item = try child.fetch(seven)[0]
        item.pickedBy = []
        let (there, member) = (parent.object(with: crate), try parent.fetch(seven)[0])
        there.picks.removeAll { $0 === member }
        child.refreshAllObjects()
        child.object(with: crate).picks.append(item)
        try child.save()
        XCTAssertEqual(there.picks.suffix(2).map(\.name), ["299", "7"])
    }

    func testMembersThatAUnitPutsAtTheEndBeforeAndAfterASaveOfItsOwnComeInThatOrder() throws {
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let crate = Crate(context: parent)
        let items = (0..<3).map { Item("\($0)", in: parent) }
        // What undo brings back has its lists read.
        parent.delete(crate)
        parent.undo()
        try parent.save()
        let (list, members) = (crate.objectID, items.map(\.objectID))
        let done = expectation(description: "saved")
        let cancellable = UnitOfWork(parent: parent).execute { context in
            for member in members.reversed() {
                context.object(with: member).crate = context.object(with: list)
                try context.save()
            }
        }.sink { completion in
            if case .failure(let error) = completion { XCTFail("\(error)") }
            done.fulfill()
        } receiveValue: { _ in
        }
        wait(for: [done], timeout: 60)
        withExtendedLifetime(cancellable) {}
        parent.refreshAllObjects()
        XCTAssertEqual(crate.items.map(\.name), ["2", "1", "0"])
    }

    func testALinkThatOthersMadeTooIsWhereTheyPutItInAListReadAfterIt() throws {
        for isChild in [false, true] {
            let there = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (crate, first, second) = (Crate(context: there), Item("1", in: there), Item("2", in: there))
            try there.save()
            let here =
                isChild
                ? ManagedObjectContext(concurrencyType: .mainQueue, parent: there)
                : ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            // A step of undo would have the list read before it.
            here.isUndoEnabled = false
            let mine = here.object(with: crate.objectID)
            here.object(with: first.objectID).pickedBy.insert(mine)
            crate.picks = [first, second]
            if !isChild { try there.save() }
            XCTAssertEqual(mine.picks.map(\.name), ["1", "2"])
            try here.save()
            XCTAssertEqual(mine.picks.map(\.name), ["1", "2"])
        }
    }

    private func names(_ list: KeyPath<Crate, [Item]>) throws -> [String] {
        try container.inBackground { context in context.object(with: self.crate)[keyPath: list].map(\.name) }
    }

    func testAnOrderOfFaultsIsSaved() throws {
        try container.inBackground { context in
            let crate = context.object(with: self.crate)
            let items = Array(crate.items.prefix(3))
            crate.items = items
            crate.picks = items
            try context.save()
            for reversed in [items.reversed(), items] {
                XCTAssertEqual(crate.items.count + crate.picks.count, 6)
                for item in items.dropLast() { context.refresh(item, mergeChanges: false) }
                crate.items = reversed
                crate.picks = reversed
                try context.save()
                XCTAssertEqual(try self.names(\.items), reversed.map(\.name))
                XCTAssertEqual(try self.names(\.picks), reversed.map(\.name))
            }
        }
    }

    func testAnOrderOfMembersThatLeftUnreadAndCameBackIsSaved() throws {
        for (count, empties) in [(2, true), (3, true), (3, false)] {
            try container.inBackground { context in
                let crate = context.object(with: self.crate)
                let items = try context.fetch(FetchRequest<Item>(sortBy: [SortDescriptor(\.name)])).prefix(count)
                crate.picks = Array(items)
                try context.save()
                context.reset()
                let fetched = try context.fetch(FetchRequest<Item>(sortBy: [SortDescriptor(\.name)])).prefix(3)
                let same = context.object(with: self.crate)
                fetched[0].pickedBy = []
                if empties { same.picks = [] }
                let reversed = Array(fetched.prefix(count).reversed())
                same.picks = reversed
                try context.save()
                XCTAssertEqual(try self.names(\.picks), reversed.map(\.name))
            }
            try container.inBackground { context in
                let items = try context.fetch(FetchRequest<Item>(sortBy: [SortDescriptor(\.name)]))
                context.object(with: self.crate).picks = Array(items.prefix(3))
                try context.save()
            }
        }
    }
}
