import Foundation
import Signals

/// A program with an asynchronous `main`, in which nobody runs the main run loop, except on Apple's systems.
@main
enum AsyncMain {
    static func main() async {
        for await number in Just(1).receive(on: RunLoop.main).values { print("received", number) }
        for await number in Just(2).delay(for: .milliseconds(1), scheduler: RunLoop.main).values {
            print("delayed", number)
        }
        for await count in Timer.publish(every: 0.001, on: .main, in: .common).autoconnect().prefix(3).count().values {
            print("dates", count)
        }
        print("on the main actor:", await isOnTheMainActor())
    }

    /// True if what is scheduled on the main run loop may use what belongs to the main actor.
    private static func isOnTheMainActor() async -> Bool {
        await withCheckedContinuation { continuation in
            RunLoop.main.schedule {
                MainActor.preconditionIsolated()
                continuation.resume(returning: true)
            }
        }
    }
}
