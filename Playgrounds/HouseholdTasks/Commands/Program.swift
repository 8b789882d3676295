import Foundation
import Signals
import SignalsDashboard

/// The program: what each command does, and what it says.
@MainActor
struct Program {
    let console: Console
    let environment: [String: String]
    let terminal: Terminal

    /// Runs the command that `arguments` ask for.
    ///
    /// - Returns: the exit status: 0 when all went well, 1 when something was refused or failed, and 2 when the arguments
    ///   were not understood.
    func run(_ arguments: [String]) async -> Int32 {
        do {
            let invocation = try Invocation(arguments)
            return try await run(invocation)
        } catch {
            console.printError(SaveFailure.reason(error))
            return error is UsageError ? 2 : 1
        }
    }

    private func run(_ invocation: Invocation) async throws -> Int32 {
        switch invocation.command {
        case .help: return status(console.print(Help.text))
        case .version: return status(console.print(Help.version))
        default:
            let storage = try storage(for: invocation)
            defer { storage.removeCopy() }
            return try await run(invocation, on: storage)
        }
    }

    private func storage(for invocation: Invocation) throws -> StorageProvider {
        var storage = try openStorage(for: invocation)
        storage.failures = invocation.failEvery.map { FailureSchedule(every: $0) }
        return storage
    }

    private func openStorage(for invocation: Invocation) throws -> StorageProvider {
        if let server = invocation.store, server.hasPrefix("postgresql://") {
            return try StorageProvider(onServer: server)
        }
        let url = StoreLocation.url(path: invocation.store, environment: environment)
        let shows = terminal.isInteractive || invocation.mode != .automatic
        let onlyReads = invocation.command.onlyReads || (invocation.command == .dashboard && !shows)
        return onlyReads ? try StorageProvider(reading: url) : try StorageProvider(at: url)
    }

    private func run(_ invocation: Invocation, on storage: StorageProvider) async throws -> Int32 {
        switch invocation.command {
        case .dashboard where terminal.isInteractive || invocation.mode != .automatic:
            try await showDashboard(over: storage, invocation)
        case .dashboard: return try await list(all: false, in: storage)
        case .monitor: try await showMonitor(over: storage, invocation)
        case .list(let all, let json): return try await list(all: all, json: json, in: storage)
        case .add(let text): return try await add(text, to: storage)
        case .done(let name): return try await complete(name, in: storage)
        case .reopen(let name): return try await reopen(name, in: storage)
        case .delete(let name): return try await delete(name, in: storage)
        case .importFile(let path): return try await importFile(path, into: storage)
        case .exportFile(let path): return try await exportFile(path, from: storage)
        case .help, .version: break
        }
        return 0
    }

    /// The exit status of a command whose output was or was not written.
    func status(_ isWritten: Bool) -> Int32 { isWritten ? 0 : 1 }
}
