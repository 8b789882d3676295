import Foundation
import Signals
import XCTest

@testable import SignalsStore

final class SnapshotListTests: XCTestCase {
    private let request = FetchRequest<Chore>(sortBy: [SortDescriptor(\.minutes)])

    private func makeFilled(_ count: Int) throws -> PersistentContainer {
        let container = try makeContainer()
        try container.inBackground { context in
            for number in 0..<count {
                let chore = Chore(context: context)
                chore.name = "\(number)"
                chore.minutes = count - number
            }
            try context.save()
        }
        return container
    }

    func testAListOfManyPagesIsInOrderAndReadAnywhere() throws {
        let count = RowPageBuilder.pageSize * 3 + 10
        let list = try makeFilled(count).inBackground { try $0.fetchSnapshots(request) }
        XCTAssertEqual(list.count, count)
        XCTAssertEqual(list.map(\.minutes), Array(1...count))
        for position in stride(from: 0, to: count, by: 97) { XCTAssertEqual(list[position].minutes, position + 1) }
        XCTAssertEqual(list[1000..<1030].map(\.minutes), Array(1001...1030))
        XCTAssertEqual(list.last?.name, "0")
    }

    func testAFutureDeliversTheCommittedState() throws {
        let container = try makeFilled(3)
        let done = expectation(description: "fetched")
        let cancellable = container.snapshots(for: request).sink { _ in
        } receiveValue: { list in
            XCTAssertEqual(list.map(\.name), ["2", "1", "0"])
            done.fulfill()
        }
        wait(for: [done], timeout: 10)
        withExtendedLifetime(cancellable) {}
    }

    func testAFutureFailsWhenTheContainerIsClosed() throws {
        let container = try makeFilled(1)
        container.close()
        let done = expectation(description: "failed")
        let cancellable = container.snapshots(for: request).sink { completion in
            if case .failure = completion { done.fulfill() }
        } receiveValue: { _ in
        }
        wait(for: [done], timeout: 10)
        withExtendedLifetime(cancellable) {}
    }

    func testTheContextsOwnChangesAreInTheList() throws {
        try makeFilled(3).inBackground { context in
            let chores = try context.fetch(request)
            chores[0].minutes = 10
            context.delete(chores[1])
            Chore(context: context).name = "new"
            XCTAssertEqual(try context.fetchSnapshots(request).map(\.name), ["new", "0", "2"])
        }
    }

    func testListsAreEqualWhenObjectsAndValuesAre() throws {
        try makeFilled(3).inBackground { context in
            let before = try context.fetchSnapshots(request)
            XCTAssertEqual(before, try context.fetchSnapshots(request))
            try context.fetch(request)[1].notes = "more"
            XCTAssertNotEqual(before, try context.fetchSnapshots(request))
            XCTAssertEqual(SnapshotList<Chore>(), SnapshotList<Chore>())
        }
    }
}
