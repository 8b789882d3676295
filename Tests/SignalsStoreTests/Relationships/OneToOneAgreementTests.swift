import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

private final class Badge: ManagedObject {
    @Attribute var size = 0
    @Relationship var wearer: Guest?
}

private final class Guest: ManagedObject {
    @Attribute var size = 0
    @Relationship(inverse: \Badge.wearer) var badge: Badge?
}

/// Both ends of a one-to-one agree in the store, whatever led to a save that writes one of them alone.
final class OneToOneAgreementTests: XCTestCase {
    private struct Scene {
        let container: PersistentContainer
        let context: ManagedObjectContext
        let badges: [Badge]
        let guests: [Guest]

        func other() -> ManagedObjectContext { ManagedObjectContext(concurrencyType: .mainQueue, container: container) }

        /// Saves something as somebody else.
        func elsewhere(_ body: (Badge, Badge, Guest, Guest) -> Void) throws {
            let other = other()
            let (badges, guests) = (
                try badges.map { try other.existingObject(with: $0.objectID) },
                try guests.map { try other.existingObject(with: $0.objectID) }
            )
            body(badges[0], badges[1], guests[0], guests[1])
            try other.save()
        }

        func merge() throws {
            _ = try context.fetch(FetchRequest<Badge>())
            _ = try context.fetch(FetchRequest<Guest>())
        }

        func assertAgreementInMemory(_ name: String, line: UInt = #line) {
            for badge in badges {
                if let wearer = badge.wearer { XCTAssertTrue(wearer.badge === badge, name, line: line) }
            }
            for guest in guests {
                if let badge = guest.badge { XCTAssertTrue(badge.wearer === guest, name, line: line) }
            }
        }

        func child() -> ManagedObjectContext { ManagedObjectContext(concurrencyType: .mainQueue, parent: context) }

        /// The place of each badge's wearer, and of each guest's badge, as they are stored.
        func stored() throws -> [[Int?]] {
            let other = other()
            let (badges, guests) = (
                try badges.map { try other.existingObject(with: $0.objectID) },
                try guests.map { try other.existingObject(with: $0.objectID) }
            )
            return [
                badges.map { badge in guests.firstIndex { $0 === badge.wearer } },
                guests.map { guest in badges.firstIndex { $0 === guest.badge } },
            ]
        }
    }

    private func makeScene(
        _ policy: MergePolicy = .error, related: Bool = false, _ body: (Scene) throws -> Void
    ) throws {
        let container = try makeContainer(ManagedObjectModel(Badge.self, Guest.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.mergePolicy = policy
        context.isUndoEnabled = true
        let badges = (0..<2).map { _ in Badge(context: context) }
        let guests = (0..<2).map { _ in Guest(context: context) }
        if related { badges[0].wearer = guests[0] }
        try context.save()
        try body(Scene(container: container, context: context, badges: badges, guests: guests))
    }

    private static let policies: [MergePolicy] = [
        .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]

    private func assertAgreement(_ scene: Scene, _ name: String, line: UInt = #line) throws {
        let stored = try scene.stored()
        for (here, there) in [(stored[0], stored[1]), (stored[1], stored[0])] {
            for (place, end) in here.enumerated() {
                if let end { XCTAssertEqual(there[end], place, "\(name): \(stored)", line: line) }
            }
        }
        XCTAssertEqual(
            [
                scene.badges.map { badge in scene.guests.firstIndex { $0 === badge.wearer } },
                scene.guests.map { guest in scene.badges.firstIndex { $0 === guest.badge } },
            ], stored, "\(name), shown", line: line)
        XCTAssertFalse(scene.context.hasChanges, name, line: line)
    }

    func testOneThatIsGivenUpAfterSomebodyElseMadeIt() throws {
        for policy in Self.policies {
            try makeScene(policy) { scene in
                scene.badges[0].wearer = scene.guests[0]
                try scene.elsewhere { badge, _, _, guest in badge.wearer = guest }
                try scene.merge()
                scene.badges[0].wearer = nil
                scene.badges[1].wearer = scene.guests[1]
                try scene.context.save()
                try scene.merge()
                try assertAgreement(scene, "\(policy)")
                XCTAssertEqual(try scene.stored()[0], [nil, 1], "\(policy)")
            }
        }
    }

    func testUndoOfOneThatSomebodyElseMovedSince() throws {
        for policy in Self.policies {
            for fromGuest in [false, true] {
                try makeScene(policy) { scene in
                    if fromGuest {
                        scene.guests[0].badge = scene.badges[0]
                    } else {
                        scene.badges[0].wearer = scene.guests[0]
                    }
                    try scene.context.save()
                    try scene.elsewhere { badge, _, _, guest in badge.wearer = guest }
                    try scene.merge()
                    scene.context.undo()
                    scene.assertAgreementInMemory("\(policy), from the guest: \(fromGuest)")
                    try scene.context.save()
                    try scene.merge()
                    try assertAgreement(scene, "\(policy), from the guest: \(fromGuest)")
                    scene.context.redo()
                    scene.assertAgreementInMemory("\(policy), from the guest: \(fromGuest), redone")
                    try scene.context.save()
                    try scene.merge()
                    try assertAgreement(scene, "\(policy), from the guest: \(fromGuest), redone")
                }
            }
        }
    }

    func testBothEndsAgreeAfterARefreshOfOne() throws {
        for (related, ofGuest) in [(false, false), (false, true), (true, false), (true, true)] {
            try makeScene(related: related) { scene in
                scene.badges[1].wearer = scene.guests[0]
                scene.context.refresh(ofGuest ? scene.guests[0] : scene.badges[1], mergeChanges: false)
                try scene.context.save()
                try scene.merge()
                try assertAgreement(scene, "related: \(related), of the guest: \(ofGuest)")
            }
        }
    }

    func testBothEndsAgreeAfterParentAndChildMadeDifferentPairs() throws {
        for policy in Self.policies where policy != .error {
            for fromGuest in [false, true] {
                try makeScene(policy) { scene in
                    let child = scene.child()
                    let badge = try child.existingObject(with: scene.badges[0].objectID)
                    let guest = try child.existingObject(with: scene.guests[0].objectID)
                    if fromGuest { guest.badge = badge } else { badge.wearer = guest }
                    scene.badges[0].wearer = scene.guests[1]
                    try child.save()
                    try scene.context.save()
                    try scene.merge()
                    try assertAgreement(scene, "\(policy), from the guest: \(fromGuest)")
                }
            }
        }
    }

    /// Of what is in conflict both ends are as they are stored.
    func testBothEndsAgreeAfterAPolicyDiscardedOne() throws {
        for inChild in [false, true] {
            for conflicting in 0..<3 {
                try makeScene(.rollback, related: true) { scene in
                    let context = inChild ? scene.child() : scene.context
                    let badges = try scene.badges.map { try context.existingObject(with: $0.objectID) }
                    let guest = try context.existingObject(with: scene.guests[0].objectID)
                    badges[1].wearer = guest
                    switch conflicting {
                    case 0: badges[0].size = 1
                    case 1: badges[1].size = 1
                    default: guest.size = 1
                    }
                    if inChild {
                        for badge in [scene.badges[conflicting & 1]] where conflicting < 2 { badge.size = 2 }
                        if conflicting == 2 { scene.guests[0].size = 2 }
                        try context.save()
                    } else {
                        try scene.elsewhere { old, new, guest, _ in
                            if conflicting == 2 { guest.size = 2 } else { [old, new][conflicting].size = 2 }
                        }
                    }
                    try scene.context.save()
                    try scene.merge()
                    try assertAgreement(scene, "in a child: \(inChild), \(conflicting)")
                    if conflicting == 2, !inChild { XCTAssertEqual(try scene.stored()[0], [0, nil]) }
                }
            }
        }
    }

    func testARefreshOfOneEndTakesBackNothingOfOthers() throws {
        try makeScene { scene in
            scene.badges[0].wearer = scene.guests[0]
            scene.context.refresh(scene.guests[0], mergeChanges: false)
            scene.assertAgreementInMemory("refreshed")
            XCTAssertFalse(scene.context.hasChanges)
            try scene.elsewhere { _, badge, guest, _ in badge.wearer = guest }
            try scene.context.save()
            XCTAssertEqual(try scene.stored(), [[nil, 0], [1, nil]])
        }
    }

    /// Under `.error` nothing of anybody else's is taken without a word.
    func testASaveOfOneEndAloneThatSomebodyElseTookIsAConflict() throws {
        let model = ManagedObjectModel(Badge.self, Guest.self)
        let entities = model.entities.map { $0.makeSchema() }
        let (badges, guests) = (
            try XCTUnwrap(entities.first { $0.name == "Badge" }), try XCTUnwrap(entities.first { $0.name == "Guest" })
        )
        let url = try makeFolder().appending(path: "store.sqlite")
        let store = try SQLiteStore(SQLiteOpening(url: url, entities: entities))
        defer { store.close() }
        var stored = ChangeSet()
        stored.insertions = [(badges, [Int64(1), 2], StoredValue.integer(4)), (guests, [3, 4], .integer(1))].map {
            entity, numbers, end in
            var page = RowPageBuilder(entity)
            for number in numbers {
                page.beginRow(number: number, version: 1)
                page.append(.integer(0))
                page.append(number == 1 || number == 4 ? end : .null)
            }
            return page.finish()
        }
        XCTAssertNoThrow(try store.commit([stored])[0].get())
        for policy in [MergePolicy.error, .overwrite] {
            var changeSet = ChangeSet()
            changeSet.mergePolicy = policy
            let edit = ChangeSet.Edit(index: 1, base: .null, value: .integer(1))
            changeSet.updates = [
                ChangeSet.Update(
                    entity: guests, number: 3, baseVersion: 1, edits: [edit], allValues: [.integer(0), .integer(1)])
            ]
            let outcome = store.commit([changeSet])[0]
            if policy == .error {
                XCTAssertThrowsError(try outcome.get()) { error in
                    guard case .conflict? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                }
            } else {
                XCTAssertNoThrow(try outcome.get())
            }
            var ends: [Int64: StoredValue] = [:]
            for entity in [badges, guests] {
                try store.fetch(Query(entity: entity)) { page in for row in page { ends[row.number] = row.value(at: 1) }
                }
            }
            let owner: Int64 = policy == .error ? 4 : 3
            XCTAssertEqual(ends, [1: .integer(owner), 2: .null, owner: .integer(1), 7 - owner: .null], "\(policy)")
        }
    }
}
