import Foundation
import Signals
import SignalsStore
import Testing

/// Units that run alone together, on a disk that fails when what they did is committed.
@Suite struct UnitAloneDiskTests {
    private static let count = 24

    /// The answers of the futures of the units.
    private struct Answers: Sendable {
        var saved: Set<Int> = []
        var failed: Set<Int> = []
        var inDoubt: Set<Int> = []

        mutating func note(_ number: Int, _ error: (any Error)?) {
            guard let error else { return _ = saved.insert(number) }
            if case .transactionSave(let reason as SaveError) = error as? UnitOfWorkError,
                case .outcomeUnknown = reason.reason
            {
                inDoubt.insert(number)
            } else {
                failed.insert(number)
            }
        }
    }

    /// The number of units that have come so far.
    private struct Progress: Sendable {
        var begun: Set<Int> = []
        var alone = 0
    }

    private func open(_ url: URL, _ disk: FaultyDisk? = nil) throws -> PersistentContainer {
        var store = PersistentStoreDescription.sqlite(at: url)
        store.vfs = disk?.name
        let container = try PersistentContainer(name: "Test", model: Tills.model, stores: [store])
        container.unobservedFailureHandler = { _ in }
        return container
    }

    /// Has all units meet a conflict before any of them is saved, and the disk fail when so many have run alone.
    private func run(
        _ container: PersistentContainer, _ fail: @escaping @Sendable () -> Void, after aloneCount: Int
    ) async -> Answers {
        container.maxConcurrentTaskCount = Self.count
        let progress = Locked(Progress())
        let allHaveRun = DispatchSemaphore(value: 0)
        let units = (0..<Self.count).map { number in
            UnitOfWork(container: container).onConflict(.runAgain(times: 0, then: .alone)).execute { context in
                try context.till("A").balance += 1
                Till(context: context).name = "unit \(number)"
                let (isFirst, isLast, alone) = progress.withLock { progress in
                    let isFirst = progress.begun.insert(number).inserted
                    if !isFirst { progress.alone += 1 }
                    return (isFirst, progress.begun.count == Self.count, progress.alone)
                }
                if !isFirst { return alone == aloneCount ? fail() : () }
                if isLast {
                    try context.addElsewhere(10, to: "A", in: container)
                    for _ in 0..<Self.count { allHaveRun.signal() }
                }
                allHaveRun.wait()
            }
        }
        var answers = Answers()
        for (number, unit) in units.enumerated() {
            do {
                try await unit.value
                answers.note(number, nil)
            } catch { answers.note(number, error) }
        }
        return answers
    }

    @Test(arguments: [DiskFault.sync, .write, .full], [1, 2, 9])
    func whatIsAcknowledgedIsThereAndNothingTwice(fault: DiskFault, aloneCount: Int) async throws {
        for isLasting in [false, true] {
            try await withTrialFolder { folder in
                let url = folder.appending(path: "tills.sqlite")
                let disk = FaultyDisk()
                let container = try open(url, disk)
                try Tills.fill(container)
                let answers = await run(
                    container, { disk.fail(fault, atCall: 1, isLasting: isLasting) }, after: aloneCount)
                #expect(disk.mend(), "the disk has failed")
                #expect(!answers.failed.union(answers.inDoubt).isEmpty, "the turn was not committed")
                try check(container, answers, "while open")
                // What is tried again when the disk works is done once.
                try await UnitOfWork(container: container).perform { try $0.till("B").balance += 1 }
                try check(container, answers, "after a save")
                container.close()
                let again = try open(url)
                try check(again, answers, "after closing")
                #expect(try again.inBackground { try $0.till("B").balance } == 1001)
                again.close()
            }
        }
    }

    private func check(_ container: PersistentContainer, _ answers: Answers, _ when: Comment) throws {
        let (names, balance) = try container.inBackground { context in
            (try context.fetch(FetchRequest<Till>()).map(\.name), try context.till("A").balance)
        }
        let there = names.compactMap { name in name.hasPrefix("unit ") ? Int(name.dropFirst(5)) : nil }
        #expect(there.count == Set(there).count, when)
        #expect(answers.saved.subtracting(there).isEmpty, when)
        #expect(answers.failed.intersection(there).isEmpty, when)
        #expect(balance == 1010 + there.count, when)
    }
}
