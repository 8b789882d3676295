import SignalsCore

/// The keys whose tasks run at present: of two tasks with one key, the second waits for the first.
package final class RunningKeys: Sendable {
    package typealias Start = @Sendable () -> Void

    private let waiting = Locked<[String: Queue<Start>]>([:])

    /// Acquires the key, unless a task has it: then `start` is called when that one has ended.
    package func acquire(_ key: String, orStartLater start: @escaping Start) -> Bool {
        waiting.withLock { waiting in
            guard waiting[key] == nil else {
                waiting[key]?.append(start)
                return false
            }
            waiting[key] = Queue()
            return true
        }
    }

    /// Releases the key, to the next task that waits for it.
    package func release(_ key: String) {
        let next = waiting.withLock { waiting in
            let next = waiting[key]?.popFirst()
            if next == nil { waiting[key] = nil }
            return next
        }
        next?()
    }
}
