import Foundation
import SignalsCore

/// The destination of a container's unobserved failures.
final class UnobservedFailures: Sendable {
    typealias Handler = @Sendable (UnobservedFailure) -> Void

    private let current = Locked<Handler>(UnobservedFailures.print)

    var handler: Handler {
        get { current.withLock { $0 } }
        set {
            let old = current.withLock { handler in
                defer { handler = newValue }
                return handler
            }
            withExtendedLifetime(old) {}
        }
    }

    /// One line to standard error.
    private static func print(_ failure: UnobservedFailure) {
        let line = "\(failure)".replacing("\n", with: " ")
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}
