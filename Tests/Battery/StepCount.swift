import Foundation

/// A number of steps that is large so that a cost which grows too fast, or a stack that overflows, shows.
///
/// One part of the tests may say that a fraction does, in `SIGNALS_STEPS`: the thread sanitizer, under which each step takes
/// ten times as long, and which looks for other faults.
package func steps(_ whole: Int) -> Int {
    max(1, whole / divisor)
}

private let divisor = ProcessInfo.processInfo.environment["SIGNALS_STEPS"].flatMap { Int($0) } ?? 1
