import Foundation
import SignalsCore

/// The end of the program by `exit` or by returning from `main`, which waits for the background tasks that containers
/// accepted.
package enum ProgramEnd {
    private struct Awaited: Sendable {
        weak var tasks: BackgroundTasks?
        let containerName: String
    }

    private static let awaited = Locked<[ObjectIdentifier: Awaited]>([:])
    // The last registered handler runs first: stores in memory exist until their tasks have ended.
    private static let registration: Void = {
        ScratchFolders.prepare()
        atexit { ProgramEnd.finish() }
    }()

    /// Has the end of the program wait for tasks, as long as they exist.
    package static func wait(for tasks: BackgroundTasks, of containerName: String) {
        registration
        awaited.withLock { $0[ObjectIdentifier(tasks)] = Awaited(tasks: tasks, containerName: containerName) }
    }

    /// Called when the tasks cease to exist.
    package static func forget(_ tasks: BackgroundTasks) {
        let before = awaited.withLock { $0.removeValue(forKey: ObjectIdentifier(tasks)) }
        withExtendedLifetime(before) {}
    }

    private static func finish() {
        for awaited in awaited.withLock({ $0 }).values {
            guard let tasks = awaited.tasks else { continue }
            let unfinished = tasks.waitAtExit()
            if unfinished > 0 { warn(of: unfinished, in: awaited.containerName) }
        }
    }

    private static func warn(of unfinished: Int, in containerName: String) {
        let tasks = unfinished == 1 ? "1 background task was" : "\(unfinished) background tasks were"
        let message = """
            The program ended while \(tasks) unfinished in the container "\(containerName)": what they had not saved is \
            lost. Wait for their futures before the end, call close(), or set exitTimeout.

            """
        FileHandle.standardError.write(Data(message.utf8))
    }
}
