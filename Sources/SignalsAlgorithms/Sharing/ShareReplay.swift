import SignalsCore

extension Publisher {
    /// Subscribes once for all subscribers, and hands each new one the latest values.
    ///
    /// ```swift
    /// let answer = request().share(replay: 1)  // one request; who comes late receives the answer too
    /// ```
    ///
    /// It subscribes with the first subscriber, until the last one has cancelled; the values stay, and who comes then
    /// receives them before those of a new subscription. **Demand**: what a subscriber has not asked for waits for it;
    /// upstream is asked for all. **Completion** passes unchanged; one that comes after it receives the kept values and
    /// the completion at once. **Threads**: those of upstream; what is replayed comes on the thread that asks.
    ///
    /// - Parameter count: the number of values that are kept. The program stops if it is negative.
    /// - Returns: a publisher of the same values.
    public func share(
        replay count: Int
    ) -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplaySubject<Output, Failure>>> {
        multicast(subject: ReplaySubject(bufferSize: count)).autoconnect()
    }
}
