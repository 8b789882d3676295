import Harness
import SignalsWorkloads

/// Subscribing and cancelling among many: one source, beside as many subscribers at sources with a thousand each.
enum ScalingSuite {
    static let suite = Suite(name: "scaling", benchmarks: [])
}
