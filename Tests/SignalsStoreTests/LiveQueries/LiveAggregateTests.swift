import Foundation
import Signals
import SignalsBattery
import XCTest

@testable import SignalsStore

final class LiveAggregateTests: XCTestCase {
    func testACountComesFirstAsItIsAndThenAfterEachCommitThatChangesIt() throws {
        let container = try makeContainer()
        let ids = try container.addChores("a", "b")
        let request = FetchRequest<Chore>(predicate: #Predicate { $0.minutes < 5 })
        let recorder = LiveRecorder(container.publisher(computing: .count, of: request))
        XCTAssertTrue(recorder.waitForLast { $0 == 2 })
        try container.addChores("c")
        XCTAssertTrue(recorder.waitForLast { $0 == 3 })
        try container.inBackground { context in
            try context.existingObject(with: ids[0]).minutes = 10
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0 == 2 })
        try container.inBackground { context in
            // Its name decides on nothing.
            try context.existingObject(with: ids[1]).name = "z"
            try context.save()
            try context.execute(BatchDeleteRequest(fetchRequest: FetchRequest<Chore>()))
        }
        XCTAssertTrue(recorder.waitForLast { $0 == 0 })
        XCTAssertEqual(recorder.values, [2, 3, 2, 0])
    }

    func testTheLeastValueIsFoundAgainWhenTheLeastOneLeaves() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            for (index, minutes) in [3, 3, 5, 9].enumerated() {
                let chore = Chore(context: context)
                (chore.name, chore.minutes) = ("\(index)", minutes)
            }
            try context.save()
        }
        let recorder = LiveRecorder(container.publisher(computing: .minimum(\.minutes), of: FetchRequest<Chore>()))
        XCTAssertTrue(recorder.waitForLast { $0 == 3 })
        for _ in 0..<4 {
            try container.inBackground { context in
                let first = FetchRequest<Chore>(sortBy: [SortDescriptor(\.minutes)], fetchLimit: 1)
                context.delete(try XCTUnwrap(context.fetch(first).first))
                try context.save()
            }
        }
        XCTAssertTrue(recorder.waitForLast { $0 == nil })
        XCTAssertEqual(recorder.values.filter { $0 == 3 }.count, 1, "one of two least ones left")
    }

    func testGroupsByAToOneHaveTheIDsOfItsTargets() throws {
        let container = try makeContainer(makeSales())
        let shops = try container.inBackground { context in
            let shops = (0..<2).map { _ in Shop(context: context) }
            for index in 0..<5 {
                let sale = Sale(context: context)
                sale.quantity = Int32(index)
                sale.shop = index == 4 ? nil : shops[index % 2]
            }
            try context.save()
            return shops.map(\.objectID)
        }
        let all = FetchRequest<Sale>()
        let recorder = LiveRecorder(
            container.publisher(forGroupsOf: all, by: \.shop, computing: .count, .sum(\.quantity))
                .map { Dictionary(uniqueKeysWithValues: $0.map { ($0.key, [$0.values.0, $0.values.1]) }) })
        XCTAssertTrue(recorder.waitForLast { $0 == [nil: [1, 4], shops[0]: [2, 2], shops[1]: [2, 4]] })
        try container.inBackground { context in
            let groups = try context.groups(of: all, by: \.shop, computing: .count)
            XCTAssertEqual(groups.map(\.key), [nil, shops[0], shops[1]])
            XCTAssertEqual(groups.map(\.values), [1, 2, 2])
            context.delete(try context.existingObject(with: shops[0]))
            XCTAssertEqual(try context.groups(of: all, by: \.shop, computing: .count).map(\.values), [3, 2])
            try context.save()
        }
        // The delete rule made its sales nobody's.
        XCTAssertTrue(recorder.waitForLast { $0 == [nil: [3, 6], shops[1]: [2, 4]] })
    }

    func testGroupsWithOneThingComputedOverThemAreChained() throws {
        let container = try makeContainer(makeSales())
        let all = FetchRequest<Sale>()
        let byQuantity = LiveRecorder(
            container.publisher(forGroupsOf: all, by: \.quantity, computing: .count).map { $0.count })
        let byShop = LiveRecorder(
            container.publisher(forGroupsOf: all, by: \.shop, computing: .sum(\.quantity)).map { $0.count })
        var counted: Set<AnyCancellable> = []
        let counts = expectation(description: "groups of three quantities")
        container.publisher(forGroupsOf: all, by: \.quantity, computing: .count)
            .sink { _ in
            } receiveValue: { groups in
                if groups.count == 3 { counts.fulfill() }
            }
            .store(in: &counted)
        try container.inBackground { context in
            let shop = Shop(context: context)
            for index in 0..<4 {
                let sale = Sale(context: context)
                sale.quantity = Int32(index % 3)
                sale.shop = index == 0 ? nil : shop
            }
            try context.save()
        }
        XCTAssertTrue(byQuantity.waitForLast { $0 == 3 })
        XCTAssertTrue(byShop.waitForLast { $0 == 2 })
        wait(for: [counts], timeout: 60)
    }

    func testASumThatOverflowsFailsAndSoDoesAKeyPathThatIsNoAttribute() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            Chore(context: context).minutes = .max
            try context.save()
        }
        let sum = LiveRecorder(container.publisher(computing: .sum(\.minutes), of: FetchRequest<Chore>()))
        XCTAssertTrue(sum.waitForLast { $0 == .max })
        try container.addChores("one more minute")
        guard case .failure(.evaluation(let reason)) = sum.waitForCompletion() else {
            return XCTFail("it did not fail")
        }
        XCTAssertEqual(reason, "the sum 9223372036854775808 overflows Int64")
        let computed = container.publisher(computing: .minimum(\.shoutedName), of: FetchRequest<Chore>())
        guard case .failure(.untranslatable) = LiveRecorder(computed).waitForCompletion() else {
            return XCTFail("it did not fail")
        }
    }

    func testItEndsWhenTheContainerIsClosedAndNothingComesAfterCancelling() throws {
        let container = try makeContainer()
        let counts = container.publisher(computing: .count, of: FetchRequest<Chore>())
        let (recorder, cancelled) = (LiveRecorder(counts), LiveRecorder(counts))
        XCTAssertTrue(recorder.waitForLast { $0 == 0 } && cancelled.waitForLast { $0 == 0 })
        cancelled.cancel()
        try container.addChores("a")
        XCTAssertTrue(recorder.waitForLast { $0 == 1 })
        container.close()
        guard case .finished = recorder.waitForCompletion() else { return XCTFail("it did not end") }
        XCTAssertEqual(cancelled.values, [0])
    }

    func testASlowSubscriberGetsTheNewestValueWhenItAsks() throws {
        let container = try makeContainer()
        let slow = AskingSubscriber<Int>()
        container.publisher(computing: .count, of: FetchRequest<Chore>()).subscribe(slow)
        XCTAssertTrue(slow.values.isEmpty, "nothing is put out that was not asked for")
        XCTAssertEqual(slow.ask(), 0)
        for name in ["a", "b", "c"] { try container.addChores(name) }
        XCTAssertEqual(slow.ask(), 3)
        XCTAssertEqual(slow.values, [0, 3])
    }

    func testACancelledSubscriptionKeepsNothingOfTheRows() throws {
        let container = try makeContainer()
        let count = Tracked.Count()
        let entity = container.model.entity(for: Chore.self)
        let groups = LiveGroups(
            Query(entity: container.coordinator.schema(of: entity)), by: [], [Aggregation(kind: .rows, column: nil)]
        ) { _ in count.make() }
        let received = expectation(description: "received")
        let subscription = LivePublisher(
            state: groups, rounds: container.liveRounds, spans: container.contextDefaults.spans, callSite: CallSite()
        )
        .sink { _ in
        } receiveValue: { _ in
            received.fulfill()
        }
        wait(for: [received], timeout: 30)
        subscription.cancel()
        let isEmpty = NSPredicate { _, _ in count.value == 0 }
        wait(for: [XCTNSPredicateExpectation(predicate: isEmpty, object: nil)], timeout: 30)
        withExtendedLifetime(subscription) {}
    }
}
