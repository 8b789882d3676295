#if PEER
    import OpenCombine
#else
    import Signals
#endif

extension Workloads {
    struct Offline: Error {}

    /// The chain that follows a save: made, resolved, and let go of, each time anew.
    public static func futureChain(_ count: Int) {
        for value in 0..<count {
            let sink = future(value).map { $0 &* 3 }.handleEvents(receiveCompletion: { _ in sum &+= 1 })
                .replaceError(with: 0).sink { sum &+= $0 }
            sink.cancel()
        }
    }

    @inline(never)
    static func future(_ value: Int) -> Future<Int, Offline> {
        Future { promise in promise(.success(value)) }
    }

    /// Chains that wait for their futures: what is returned keeps them.
    public static func pendingChains(_ count: Int) -> [AnyObject] {
        (0..<count).map { _ in
            Future<Int, Offline> { _ in }.map { $0 &* 3 }.handleEvents(receiveCompletion: { _ in sum &+= 1 })
                .replaceError(with: 0).sink { sum &+= $0 }
        }
    }
}
