#if PEER
    import OpenCombine
#else
    import Signals
#endif

/// A small program, whose size `benchmark size` compares: a published property, a chain and a sink.
@main struct Program {
    final class Counter: ObservableObject {
        @Published var count = 0
    }

    static func main() {
        let counter = Counter()
        let sink = counter.$count.filter { $0 & 1 == 0 }.map { "\($0)" }.sink { print($0) }
        counter.count = CommandLine.arguments.count
        sink.cancel()
    }
}
