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
    /// - Returns: the exit status, 0 when all went well and 1 when something was refused or failed.
    func run(_ arguments: [String]) async -> Int32 {
        do {
            let invocation = try Invocation(arguments)
            return try await run(invocation)
        } catch {
            console.printError(SaveFailure.reason(error))
            return 1
        }
    }

    private func run(_ invocation: Invocation) async throws -> Int32 {
        switch invocation.command {
        case .help: return status(console.print(Help.text))
        case .version: return status(console.print(Help.version))
        case .add, .list, .done, .importFile, .exportFile, .dashboard:
            let url = StoreLocation.url(path: invocation.store, environment: environment)
            return try await run(invocation.command, on: try StorageProvider(at: url))
        }
    }

    private func run(_ command: Command, on storage: StorageProvider) async throws -> Int32 {
        switch command {
        case .dashboard where terminal.isInteractive: try await showDashboard(over: storage)
        case .dashboard: return try await list(all: false, in: storage)
        case .list(let all): return try await list(all: all, in: storage)
        case .add(let text): return try await add(text, to: storage)
        case .done(let name): return try await complete(name, in: storage)
        case .importFile(let path): return try await importFile(path, into: storage)
        case .exportFile(let path): return try await exportFile(path, from: storage)
        case .help, .version: break
        }
        return 0
    }

    /// The exit status of a command whose output was or was not written.
    func status(_ isWritten: Bool) -> Int32 { isWritten ? 0 : 1 }
}
