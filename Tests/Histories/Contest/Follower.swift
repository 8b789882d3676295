import Dispatch
import Foundation
import Signals
import SignalsStore

/// Live queries of a program, to be compared with the store when nobody writes any more.
final class Follower: Sendable {
    private struct State: Sendable {
        var lists: [Int: [Int]] = [:]
        var balances: [String: Int] = [:]
        var bands: Set<String> = []
        var members = 0
        var failures: [String] = []
    }

    private let state = Locked(State())
    /// Fires at each change of the state.
    private let changes = CurrentValueSubject<Void, Never>(())
    private let cancellables: Locked<[AnyCancellable]>

    init(_ container: PersistentContainer) {
        let (state, changes) = (state, changes)
        cancellables = Locked([
            Self.follow(Register.self, container, state, changes) { state, found in
                state.lists = Dictionary(found.map { ($0.key, $0.values) }) { $0 + $1 }
            },
            Self.follow(Account.self, container, state, changes) { state, found in
                state.balances = Dictionary(found.map { ($0.name, $0.balance) }) { $1 }
            },
            Self.follow(Band.self, container, state, changes) { state, found in state.bands = Set(found.map(\.name)) },
            Self.follow(Member.self, container, state, changes) { state, found in state.members = found.count },
        ])
    }

    private static func follow<Object: ManagedObject>(
        _: Object.Type, _ container: PersistentContainer, _ state: Locked<State>,
        _ changes: CurrentValueSubject<Void, Never>,
        _ note: @escaping @Sendable (inout State, SnapshotList<Object>) -> Void
    ) -> AnyCancellable {
        container.publisher(for: FetchRequest<Object>()).sink { end in
            if case .failure(let error) = end { state.withLock { $0.failures.append("\(error)") } }
            changes.send()
        } receiveValue: { found in
            state.withLock { note(&$0, found) }
            changes.send()
        }
    }

    /// Returns how what is followed differs from the store, when nothing more has arrived for a time.
    func differences(from container: PersistentContainer, within time: Duration) async throws -> [String] {
        let pause = DispatchQueue.SchedulerTimeType.Stride.milliseconds(Int(time / .milliseconds(1)))
        var differences: [String] = []
        for await _ in changes.timeout(pause, scheduler: DispatchQueue.global()).values {
            differences = try self.differences(from: container)
            if differences.isEmpty { break }
        }
        cancellables.withLock { $0 = [] }
        return differences
    }

    private func differences(from container: PersistentContainer) throws -> [String] {
        let context = container.newBackgroundContext()
        let seen = state.withLock { $0 }
        return try context.performAndWait {
            var differences = seen.failures
            if try Household.lists(context) != seen.lists { differences.append("a live query has other lists") }
            let accounts = try context.fetch(FetchRequest<Account>())
            if Dictionary(accounts.map({ ($0.name, $0.balance) }), uniquingKeysWith: { $1 }) != seen.balances {
                differences.append("a live query has other balances")
            }
            if try Set(context.fetch(FetchRequest<Band>()).map(\.name)) != seen.bands {
                differences.append("a live query has other bands")
            }
            if try context.count(for: FetchRequest<Member>()) != seen.members {
                differences.append("a live query has other members")
            }
            return differences
        }
    }
}
