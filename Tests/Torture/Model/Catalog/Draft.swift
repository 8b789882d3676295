/// The random choices of which a chain is made.
struct Draft {
    typealias Maker = @Sendable (inout Draft) -> Operation

    private var seed: Seed
    private var depth = 0
    private var salts = [1, 3, 7, 13, 27, 2, 5, 11, 17, 19, 23, 29, 31, 37, 41, 43]
    private var ids = 0

    init(_ seed: Seed) {
        self.seed = seed
    }

    mutating func number(_ range: ClosedRange<Int> = 1...5) -> Int {
        Int.random(in: range, using: &seed)
    }

    mutating func chance(_ percent: Int) -> Bool {
        number(1...100) <= percent
    }

    mutating func pick<T>(_ all: [T]) -> T {
        all[number(0...all.count - 1)]
    }

    mutating func values(_ range: ClosedRange<Int> = 0...5) -> [Int] {
        (0..<number(range)).map { _ in number(0...9) }
    }

    /// A name for notes.
    mutating func id() -> Int {
        ids += 1
        return ids
    }

    /// A stretch of time at whose end, and the sums of which with others, nothing else happens.
    mutating func interval() -> Int {
        50 * number(1...6) + (salts.isEmpty ? number(1...49) : salts.removeFirst())
    }

    mutating func ending() -> Ending {
        chance(60) ? .finished : .failed(Fault(code: number()))
    }

    mutating func chain() -> Chain {
        depth += 1
        defer { depth -= 1 }
        var chain = Chain(origin: pick(Catalog.origins)(&self))
        let count = depth == 1 ? pick([1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8]) : number(0...2)
        for _ in 0..<count {
            let makers = depth < 3 && chance(35) ? Catalog.several : Catalog.single
            chain.operations.append(pick(pick(makers))(&self))
        }
        return chain
    }
}

/// All operators, and how one is drawn.
enum Catalog {
    /// Operators on one publisher, by family.
    static let single = [steps, tries, fused, gatherings, triedGatherings, errors, observing, timing, sharing]

    /// Operators on several.
    static let several = [combining, dependent, shared]
}
