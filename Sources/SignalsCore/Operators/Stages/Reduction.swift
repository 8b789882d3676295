/// The computation of an operator that puts out one value at the end: it takes values in, may have enough of them
/// early, may throw. A ``Gathering`` does the rest.
///
/// A closure that may throw and one that cannot make the same reduction: `Thrown` is `any Error`
/// or `Never`.
@usableFromInline
struct Reduction<Input: Sendable, Output: Sendable, Thrown: Error>: Sendable {
    /// The need for more values.
    @usableFromInline
    enum Progress: Sendable {
        case needsMore, isComplete
    }

    /// Takes a value in.
    @usableFromInline let take: @Sendable (Input) throws(Thrown) -> Progress

    /// Returns the value to put out at the end, or nil for none.
    @usableFromInline let result: @Sendable () -> Output?

    @inlinable
    init(
        take: @escaping @Sendable (Input) throws(Thrown) -> Progress, result: @escaping @Sendable () -> Output?
    ) {
        self.take = take
        self.result = result
    }

    /// Remembers a state, which each value may change, and puts it out.
    ///
    /// - Parameters:
    ///   - initial: the state at first.
    ///   - next: the new state, or nil to keep it, and whether more values are needed.
    @inlinable
    static func remembering(
        _ initial: Output?, _ next: @escaping @Sendable (Output?, Input) throws(Thrown) -> (Output?, Progress)
    ) -> Reduction {
        let memory = Memory(initial)
        return Reduction(
            take: { value throws(Thrown) in
                let (changed, progress) = try next(memory.value, value)
                if let changed { memory.value = changed }
                return progress
            },
            result: { memory.value })
    }
}
