import Foundation
import SignalsCore

/// The end of the program by `exit` or by returning from `main`, which waits for the background tasks that were accepted.
package enum ProgramEnd {
    private struct Awaited: Sendable {
        weak var tasks: BackgroundTasks?
        let place: String
        let advice: String
    }

    private static let awaited = Locked<[ObjectIdentifier: Awaited]>([:])
    // The last registered handler runs first: stores in memory exist until their tasks have ended.
    private static let registration: Void = {
        ScratchFolders.prepare()
        atexit { ProgramEnd.finish() }
    }()

    /// Makes the end of the program wait for tasks, as long as they exist.
    ///
    /// - Parameters:
    ///   - place: where they belong, for the warning of those that have not ended.
    ///   - advice: what to do then.
    package static func wait(for tasks: BackgroundTasks, in place: String, advice: String) {
        registration
        awaited.withLock { $0[ObjectIdentifier(tasks)] = Awaited(tasks: tasks, place: place, advice: advice) }
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
            if unfinished > 0 { warn(of: unfinished, awaited) }
        }
    }

    private static func warn(of unfinished: Int, _ awaited: Awaited) {
        let tasks = unfinished == 1 ? "1 background task was" : "\(unfinished) background tasks were"
        let message = """
            The program ended while \(tasks) unfinished in \(awaited.place): what they had not saved is lost. \
            \(awaited.advice)

            """
        FileHandle.standardError.write(Data(message.utf8))
    }
}
