import Foundation

/// The time that all threads of this process were running: waiting, and what other processes do, is not in it.
package enum ProcessorTime {
    /// Returns the processor time that a closure takes, in nanoseconds.
    package static func spent(_ work: () -> Void) -> Double {
        let start = now
        work()
        return now - start
    }

    /// The processor time of this process until now, in nanoseconds.
    package static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
