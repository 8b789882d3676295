import Foundation
import Harness

/// Measures the suites of `Signals` against OpenCombine.
@main struct SignalsBenchmarks {
    static func main() { exit(Command([SignalsSuite.suite, ScalingSuite.suite]).run()) }
}
