import Foundation
import SignalsCore
import SignalsStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Several programs that work on one store at once, while some are stopped or killed; afterwards, what they saw is checked.
package struct Contest {
    /// Something that happens during a contest.
    package enum Disturbance {
        /// A program ends in the middle of what it does.
        case kill(Int)
        /// A program stands still for some time: from a moment on in which a condition holds, as far as there is one soon.
        case stop(Int, seconds: Double, when: () throws -> Bool = { true })
        /// Anything else.
        case other(() -> Void)
    }

    package struct Report {
        /// The problems that were found.
        package let problems: [String]
        package let committed: Int
        package let failed: Int
        package let unknown: Int
    }

    private static let attempts = 300

    /// The program of the contestants.
    private let program: URL
    /// The arguments by which a contestant finds the store.
    private let place: [String]
    private let store: PersistentStoreDescription
    private let count: Int
    private let seconds: Double
    private let seed: UInt64
    private let fault: Fault?

    package init(
        program: URL, place: [String], store: PersistentStoreDescription, programs count: Int, seconds: Double,
        seed: UInt64, fault: Fault? = nil
    ) {
        self.program = program
        self.place = place
        self.store = store
        self.count = count
        self.seconds = seconds
        self.seed = seed
        self.fault = fault
    }

    /// Runs it, with disturbances that are spread evenly over its time.
    package func run(_ disturbances: [Disturbance] = []) async throws -> Report {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-contest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Household.prepare(store)
        let contestants = try (0..<count).map { number in
            try ContestantProcess(
                program,
                place + [
                    "--number", "\(number)", "--seed", "\(seed &+ UInt64(number) &* 1_000)", "--seconds", "\(seconds)",
                    "--history", folder.appending(path: "\(number)").path,
                ] + (fault.map { ["--fault", $0.rawValue] } ?? []))
        }
        var killed: Set<Int> = []
        for disturbance in disturbances {
            try await Task.sleep(for: .seconds(seconds / Double(disturbances.count + 1)))
            switch disturbance {
            case .kill(let number):
                killed.insert(number)
                contestants[number].send(SIGKILL)
            case .stop(let number, let seconds, let isRight):
                for _ in 0..<Self.attempts {
                    contestants[number].send(SIGSTOP)
                    if try isRight() { break }
                    contestants[number].send(SIGCONT)
                    try await Task.sleep(for: .milliseconds(3))
                }
                try await Task.sleep(for: .seconds(seconds))
                contestants[number].send(SIGCONT)
            case .other(let act): act()
            }
        }
        let rest = contestants.indices.filter { !killed.contains($0) }.map { contestants[$0] }
        // What each follows is compared when all have ended.
        var problems = rest.flatMap { $0.awaitEndOfWork() }
        for contestant in rest { contestant.letFinish() }
        problems += rest.flatMap { $0.awaitEnd() }
        let transactions = try contestants.indices.flatMap { number in
            try HistoryFile.transactions(folder.appending(path: "\(number)"))
        }
        problems += try await check(transactions, killed)
        return Report(
            problems: problems, committed: transactions.count { $0.outcome == .committed },
            failed: transactions.count { $0.outcome == .failed },
            unknown: transactions.count { $0.outcome == .unknown })
    }

    private func check(_ transactions: [Transaction], _ killed: Set<Int>) async throws -> [String] {
        let container = try PersistentContainer(name: "Contest", model: Household.model, stores: [store])
        defer { container.close() }
        let context = container.newBackgroundContext()
        let (lists, problems) = try await context.perform {
            (try Household.lists(context), try Household.problems(context))
        }
        let findings = try await container.integrityCheck().value.map { "\($0)" }
        return problems + findings + HistoryCheck.problems(of: transactions, last: lists, killed: killed)
    }
}
