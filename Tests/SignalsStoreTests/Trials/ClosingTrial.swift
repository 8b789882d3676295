import Dispatch
import Foundation
import Signals
import SignalsStore

/// Threads that hand in tasks of each kind, while another closes the container.
struct ClosingTrial: Sendable {
    let producers = 6
    let tasks = 70
    /// The number of tasks that each producer has handed in when the container is closed.
    let early: Int

    private struct Refused: Error {}

    private enum Kind: Int, CaseIterable {
        case inTask, onReturn, keyed, unit, throwing, dropped, droppedThrowing
    }

    /// The outcomes of the tasks, by their numbers.
    private struct Answers: Sendable {
        var completions: [Int: Int] = [:]
        var saved: Set<Int> = []
        var failed: Set<Int> = []
        var unobserved = 0
        var broken: [String] = []

        mutating func note(_ number: Int, _ completion: Subscribers.Completion<any Error>) {
            completions[number, default: 0] += 1
            guard case .failure(let error) = completion else { return _ = saved.insert(number) }
            failed.insert(number)
            let reason = (error as? UnitOfWorkError)?.reason ?? error
            if reason is Refused { return }
            guard let reason = reason as? StoreError, case .closed = reason else {
                return broken.append("\(number): \(error)")
            }
        }
    }

    /// Returns what went wrong.
    func run(in folder: URL) throws -> [String] {
        let url = folder.appending(path: "ledger.sqlite")
        let container = try Ledger.open(url)
        let answers = Locked(Answers())
        let told = DispatchSemaphore(value: 0)
        container.unobservedFailureHandler = { _ in
            answers.withLock { $0.unobserved += 1 }
            told.signal()
        }
        handIn(to: container, answers)
        var (said, broken) = (answers.withLock { $0 }, [String]())
        // All of them, now: closing has waited for what was accepted, and the rest was refused at once.
        for number in 0..<producers * tasks where !isDropped(number) && said.completions[number] != 1 {
            broken.append("\(number) completed \(said.completions[number] ?? 0) times")
        }
        let (pairs, damage) = Ledger.audit(url)
        broken += said.broken + damage
        if !said.saved.isSubset(of: pairs) { broken.append("lost: \(said.saved.subtracting(pairs).sorted())") }
        let unexpected = pairs.filter {
            said.failed.contains($0) || kind($0) == .throwing || kind($0) == .droppedThrowing
        }
        if !unexpected.isEmpty { broken.append("failed and there: \(unexpected.sorted())") }
        let dropped = (0..<producers * tasks).filter(isDropped)
        let abandoned = dropped.filter { kind($0) == .dropped && $0 % tasks < early && !pairs.contains($0) }
        if !abandoned.isEmpty { broken.append("accepted and abandoned: \(abandoned)") }
        let failures = dropped.filter { !pairs.contains($0) }.count
        // What was dropped is let go of by the place that ran it, a moment after it counts as ended.
        while said.unobserved < failures, told.wait(timeout: .now() + 30) == .success {
            said = answers.withLock { $0 }
        }
        if said.unobserved != failures { broken.append("\(said.unobserved) of \(failures) dropped failures were told") }
        return broken
    }

    private func isDropped(_ number: Int) -> Bool { kind(number) == .dropped || kind(number) == .droppedThrowing }

    private func kind(_ number: Int) -> Kind { Kind(rawValue: number % Kind.allCases.count) ?? .inTask }

    private func handIn(to container: PersistentContainer, _ answers: Locked<Answers>) {
        let (ready, all) = (DispatchGroup(), DispatchGroup())
        for producer in 0..<producers {
            ready.enter()
            all.enter()
            Thread.detachNewThread {
                for index in 0..<tasks {
                    if index == early { ready.leave() }
                    start(producer * tasks + index, container, answers)
                }
                all.leave()
            }
        }
        all.enter()
        Thread.detachNewThread {
            ready.wait()
            container.close()
            all.leave()
        }
        all.wait()
    }

    private func start(_ number: Int, _ container: PersistentContainer, _ answers: Locked<Answers>) {
        guard let future = future(number, container) else { return }
        future.subscribe(
            Subscribers.Sink(
                receiveCompletion: { completion in answers.withLock { $0.note(number, completion) } },
                receiveValue: {}))
    }

    /// Nil for one that is dropped.
    private func future(_ number: Int, _ container: PersistentContainer) -> AnyPublisher<Void, any Error>? {
        let add: @Sendable (ManagedObjectContext) throws -> Void = { Ledger.add(number, to: $0) }
        let addAndThrow: @Sendable (ManagedObjectContext) throws -> Void = { context in
            Ledger.add(number, to: context)
            throw Refused()
        }
        let addAndSave: @Sendable (ManagedObjectContext) throws -> Void = { context in
            Ledger.add(number, to: context)
            try context.save()
        }
        switch kind(number) {
        case .inTask: return container.performBackgroundTask(addAndSave).eraseToAnyPublisher()
        case .onReturn: return container.save(add).eraseToAnyPublisher()
        case .keyed:
            return container.performBackgroundTask(idempotencyKey: "\(number)", addAndSave).eraseToAnyPublisher()
        case .unit:
            return UnitOfWork(container: container).execute(add).mapError { $0 }.eraseToAnyPublisher()
        case .throwing: return container.save(addAndThrow).eraseToAnyPublisher()
        case .dropped: container.save(add)
        case .droppedThrowing: container.performBackgroundTask(addAndThrow)
        }
        return nil
    }
}
