import Foundation
import Signals
import SignalsStore

/// One program of a contest: it does random transactions, several at a time, and writes down each.
package final class Contestant: Sendable {
    private static let atOnce = 6

    let number: Int
    private let container: PersistentContainer
    private let seed: UInt64
    private let fault: Fault?
    private let history: HistoryFile
    private let counter = Locked(0)
    private let follower: Follower

    package init(
        _ store: PersistentStoreDescription, number: Int, seed: UInt64, fault: Fault?, history: URL
    ) throws {
        self.number = number
        self.seed = seed
        self.fault = fault
        self.history = try HistoryFile(history)
        container = try PersistentContainer(name: "Contest", model: Household.model, stores: [store])
        follower = Follower(container)
    }

    /// Works for some time.
    ///
    /// - Returns: the errors that no transaction of a contest may have.
    package func work(for time: Duration) async -> [String] {
        let end = ContinuousClock.now + time
        return await withTaskGroup(of: [String].self) { group in
            for line in 0..<Self.atOnce {
                group.addTask {
                    var random = SeededRandom(self.seed &+ UInt64(line))
                    var errors: [String] = []
                    while ContinuousClock.now < end {
                        if let error = await self.doOne(&random) { errors.append(error) }
                    }
                    return errors
                }
            }
            return await group.reduce([], +)
        }
    }

    /// Ends when what is followed is what is in the store; returns what is not.
    package func finish() async throws -> [String] {
        let problems = try await follower.differences(from: container, within: .seconds(30))
        container.close()
        return problems
    }

    private func doOne(_ random: inout SeededRandom) async -> String? {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: await record(Edit(keys: random.keys(), way: .unit))
        case 4: await record(Edit(keys: random.keys(), way: .alone))
        case 5: await record(Edit(keys: random.keys(), way: .keyed))
        case 6, 7: await recordSnapshot()
        case 8: await transfer(&random)
        default: await changeBands(&random)
        }
    }

    func nextValue() -> Int {
        HistoryCheck.value(
            counter.withLock { count in
                count += 1
                return count
            }, of: number)
    }
}

// Lists.
extension Contestant {
    struct Edit: Sendable {
        enum Way: Sendable { case unit, alone, keyed }

        /// The keys, and which are appended to.
        let keys: [(key: Int, isAppendedTo: Bool)]
        let way: Way
    }

    private func record(_ edit: Edit) async -> String? {
        let began = DispatchTime.now().uptimeNanoseconds
        let done = Locked<(runs: Int, operations: [Transaction.Operation])>((0, []))
        let body: @Sendable (ManagedObjectContext) throws -> Void = { context in
            let operations = try self.apply(edit, context)
            done.withLock { $0 = ($0.runs + 1, operations) }
        }
        let error = await failure(of: edit, body)
        let (runs, operations) = done.withLock { $0 }
        let outcome: Transaction.Outcome =
            switch error {
            case nil: .committed
            case _ where fault == .hushed: .committed
            case let error? where Self.isUnknown(error): .unknown
            default: .failed
            }
        // The second run of one that is not to run again together with others is the one alone.
        let isAlone = edit.way == .alone && runs > 1
        history.write(
            Transaction(
                process: number, kind: isAlone ? .alone : .edit, outcome: outcome, began: began,
                ended: DispatchTime.now().uptimeNanoseconds, operations: operations))
        return error.flatMap(unexpected)
    }

    private func failure(
        of edit: Edit, _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) async -> (any Error)? {
        if fault != nil, fault != .unpinned { return await carelessFailure(body) }
        switch edit.way {
        case .unit: return await container.save(onConflict: .runAgain(times: 20, then: .alone), body).failure
        case .alone: return await container.save(onConflict: .runAgain(times: 0, then: .alone), body).failure
        case .keyed:
            // A repeat finds what was done, and does nothing.
            let key = "transaction \(nextValue())"
            var error: (any Error)?
            for _ in 0..<3 {
                error = await container.performBackgroundTask(
                    idempotencyKey: key, onConflict: .runAgain(times: 20, then: .alone)
                ) { context in
                    try body(context)
                    try context.save()
                }.failure
                // Before the last is repeated, it is not known.
                guard let last = error, Self.isUnknown(last) || Self.isUnreachable(last) else {
                    if error != nil { break }
                    continue
                }
            }
            return error
        }
    }

    private func carelessFailure(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) async -> (any Error)? {
        let fault = fault
        return await container.performBackgroundTask { context in
            if fault == .overwrite { context.mergePolicy = .overwrite }
            try body(context)
            try context.save()
        }.failure
    }

    private func apply(_ edit: Edit, _ context: ManagedObjectContext) throws -> [Transaction.Operation] {
        var operations: [Transaction.Operation] = []
        for (index, (key, isAppendedTo)) in edit.keys.enumerated() {
            let request = FetchRequest<Register>(predicate: #Predicate { $0.key == key })
            guard let register = try context.fetch(request).first else { continue }
            if isAppendedTo {
                let value = nextValue()
                register.values.append(value)
                operations.append(.append(key: key, value: value))
            }
            operations.append(.read(key: key, values: register.values))
            if fault == .halved, index == 0 { try context.save() }
        }
        return operations
    }

    private func recordSnapshot() async -> String? {
        let began = DispatchTime.now().uptimeNanoseconds
        let context = container.newBackgroundContext()
        let isPinned = fault != .unpinned
        do {
            var operations: [Transaction.Operation] = []
            if isPinned { try await context.perform { try context.setQueryGeneration(.current) } }
            for key in Household.keys {
                operations.append(try await context.perform { try Self.read(key, context) })
                // What comes between is seen in a part, then.
                if !isPinned { _ = await record(Edit(keys: Household.keys.map { ($0, true) }, way: .unit)) }
            }
            let problems = isPinned ? try await context.perform { try Household.problems(context) } : []
            history.write(
                Transaction(
                    process: number, kind: .snapshot, outcome: .committed, began: began,
                    ended: DispatchTime.now().uptimeNanoseconds, operations: operations))
            return problems.isEmpty ? nil : problems.joined(separator: "; ")
        } catch { return unexpected(error) }
    }

    private static func read(_ key: Int, _ context: ManagedObjectContext) throws -> Transaction.Operation {
        let request = FetchRequest<Register>(predicate: #Predicate { $0.key == key })
        return .read(key: key, values: try context.fetch(request).first?.values ?? [])
    }
}

// What is in no list.
extension Contestant {
    private func transfer(_ random: inout SeededRandom) async -> String? {
        let names = Household.accounts.shuffled(using: &random)
        let amount = Int.random(in: 1...5, using: &random)
        return await container.save(onConflict: .runAgain(times: 20, then: .alone)) { context in
            let accounts = try context.fetch(FetchRequest<Account>())
            accounts.first { $0.name == names[0] }?.balance -= amount
            accounts.first { $0.name == names[1] }?.balance += amount
        }.failure.flatMap(unexpected)
    }

    private func changeBands(_ random: inout SeededRandom) async -> String? {
        let name = "band \(Int.random(in: 0..<40, using: &random))"
        let isDeleted = Bool.random(using: &random)
        return await container.save { context in
            if isDeleted {
                let request = FetchRequest<Band>(predicate: #Predicate { $0.name == name })
                for band in try context.fetch(request) { context.delete(band) }
            } else {
                let band = Band(context: context)
                band.name = name
                for number in 0..<Household.membersOfBand {
                    let member = Member(context: context)
                    (member.number, member.band) = (number, band)
                }
            }
        }.failure.flatMap(unexpected)
    }
}

// Errors.
extension Contestant {
    private static func isUnknown(_ error: any Error) -> Bool {
        guard case .outcomeUnknown? = (error as? SaveError)?.reason else { return false }
        return true
    }

    private static func isUnreachable(_ error: any Error) -> Bool {
        guard case .unreachable? = (error as? SaveError)?.reason else { return false }
        return true
    }

    /// The error's description, but for conflicts and names that are taken.
    private func unexpected(_ error: any Error) -> String? {
        // A server that is lost takes what was pinned there with it.
        if case FetchError.unreachable = error { return nil }
        guard let error = error as? SaveError else { return "process \(number): \(error)" }
        switch error.reason {
        case .conflict, .deletionConflict, .valueTaken, .relatedObjectDeleted, .outcomeUnknown: return nil
        default: return "process \(number): \(error)"
        }
    }
}

extension Future where Failure == any Error {
    /// The error that it ends with; nil for none.
    fileprivate var failure: (any Error)? {
        get async { do { _ = try await value } catch { return error }; return nil }
    }
}

extension SeededRandom {
    /// Some keys, each once, of which half are appended to.
    fileprivate mutating func keys() -> [(key: Int, isAppendedTo: Bool)] {
        let count = Int.random(in: 1...3, using: &self)
        return Household.keys.shuffled(using: &self).prefix(count).map { ($0, Bool.random(using: &self)) }
    }
}
