import Foundation
import Signals
import SignalsStore
import XCTest

/// Rows that many units change at once.
final class Till: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var balance = 0
    @Relationship(inverse: \Coin.till) var coins: Set<Coin> = []
}

final class Coin: ManagedObject {
    @Relationship var till: Till?
}

struct Moved: DomainEvent, Equatable {
    let number: Int
}

enum Tills {
    static var model: ManagedObjectModel { ManagedObjectModel(Till.self, Coin.self) }
    static let names = ["A", "B", "C", "D"]

    static func fill(_ container: PersistentContainer) throws {
        try container.inBackground { context in
            for name in names {
                let till = Till(context: context)
                (till.name, till.balance) = (name, 1000)
            }
            try context.save()
        }
    }

    static func balances(_ container: PersistentContainer) throws -> [Int] {
        try container.inBackground { context in
            try context.fetch(FetchRequest<Till>(sortBy: [SortDescriptor(\.name)])).map(\.balance)
        }
    }
}

extension ManagedObjectContext {
    func till(_ name: String) throws -> Till {
        try fetch(FetchRequest<Till>(predicate: #Predicate { $0.name == name }))[0]
    }

    /// Moves one from a till to the next.
    func move(_ number: Int) throws {
        let (source, target) = (try till(Tills.names[number % 4]), try till(Tills.names[(number + 1) % 4]))
        source.balance -= 1
        target.balance += 1
    }

    /// Changes and saves a till in a context of its own, on this thread.
    func addElsewhere(_ amount: Int, to name: String, in container: PersistentContainer) throws {
        try container.inBackground { other in
            try other.till(name).balance += amount
            try other.save()
        }
    }
}

extension Future {
    /// Blocks this thread until it has resolved.
    func wait() throws -> Output {
        let result = Locked<Result<Output, Failure>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let subscription = sink { completion in
            if case .failure(let error) = completion { result.withLock { $0 = .failure(error) } }
            done.signal()
        } receiveValue: { value in
            result.withLock { $0 = .success(value) }
        }
        done.wait()
        subscription.cancel()
        guard let result = result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}

extension XCTestCase {
    /// A container with the four tills, which is closed after the test.
    func makeTills(_ store: PersistentStoreDescription = .scratch) throws -> PersistentContainer {
        let container = try PersistentContainer(name: "Test", model: Tills.model, stores: [store])
        addTeardownBlock { container.close() }
        try Tills.fill(container)
        return container
    }
}
