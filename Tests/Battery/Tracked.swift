import Signals
import XCTest

/// A value whose release is watched: a count knows how many are alive, and its `deinit` fails the test if a lock is held
/// on its thread, since a value of a client may do anything there.
package final class Tracked: Sendable, CustomStringConvertible {
    /// The count of the values that are alive.
    package final class Count: Sendable {
        private let alive = Locked(0)
        private let file: StaticString
        private let line: UInt

        package init(file: StaticString = #filePath, line: UInt = #line) {
            (self.file, self.line) = (file, line)
            #if DEBUG
                LockAudit.begin()
            #endif
        }

        package var value: Int { alive.withLock { $0 } }

        /// Makes a value that is counted.
        package func make(_ number: Int = 0) -> Tracked {
            alive.withLock { $0 += 1 }
            return Tracked(number, self)
        }

        fileprivate func release() {
            #if DEBUG
                XCTAssertEqual(LockAudit.heldLocks, 0, "a value's deinit runs under a lock", file: file, line: line)
            #endif
            alive.withLock { $0 -= 1 }
        }
    }

    package let number: Int
    private let count: Count

    private init(_ number: Int, _ count: Count) {
        self.number = number
        self.count = count
    }

    deinit {
        count.release()
    }

    package var description: String { "\(number)" }
}

extension Tracked: Comparable, Hashable {
    package static func == (lhs: Tracked, rhs: Tracked) -> Bool { lhs.number == rhs.number }

    package static func < (lhs: Tracked, rhs: Tracked) -> Bool { lhs.number < rhs.number }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }
}
