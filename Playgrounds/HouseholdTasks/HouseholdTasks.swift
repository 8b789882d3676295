import Foundation
import SignalsDashboard

/// The program `household-tasks`.
@main struct HouseholdTasks {
    @MainActor static func main() async {
        StandardStreams.prepare()
        let program = Program(
            console: StandardStreams.console, environment: ProcessInfo.processInfo.environment, terminal: .standard)
        exit(await program.run(Array(CommandLine.arguments.dropFirst())))
    }
}
