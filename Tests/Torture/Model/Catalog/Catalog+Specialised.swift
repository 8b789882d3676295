import Signals

extension Catalog {
    /// Publishers of what is known at once. They have operators of their own, which make another such publisher.
    static let specialised: [OriginMaker] = [
        { draft in
            let n = draft.number(0...9)
            let (text, real, model) = draft.pick(justForms)
            return Origin("Just(\(n)).\(text)", { _ in real(Just(n)) }, { _ in model(.sequence([n])).eager })
        },
        { draft in
            let n: Int? = draft.chance(60) ? draft.number(0...9) : nil
            let (text, real, model) = draft.pick(optionalForms)
            return Origin(
                "\(n.map(String.init) ?? "nil").publisher.\(text)", { _ in real(n.publisher) },
                { _ in model(.sequence(n.map { [$0] } ?? [])).eager })
        },
        { draft in
            let result: Result<Int, Fault> =
                draft.chance(60) ? .success(draft.number(0...9)) : .failure(Fault(code: draft.number()))
            let (text, real, model) = draft.pick(resultForms)
            return Origin(
                "\(result).publisher.\(text)", { _ in real(result.publisher) },
                { _ in
                    switch result {
                    case .success(let value): model(.sequence([value])).eager
                    case .failure(let fault): model(.sequence([], .failed(fault))).eager
                    }
                })
        },
        { draft in
            let values = draft.values()
            let (text, real, model) = draft.pick(sequenceForms)
            return Origin(
                "\(values).publisher.\(text)", { _ in real(values.publisher) }, { _ in model(.sequence(values)).eager })
        },
    ]

    typealias Form<P> = (String, @Sendable (P) -> Real, @Sendable (ModelPublisher) -> ModelPublisher)

    private static let justForms: [Form<Just<Int>>] = [
        ("map { $0 + 1 }", { $0.map { $0 + 1 }.erased }, { $0.map { $0 + 1 } }),
        ("tryMap { try risky($0, 1) }", { $0.tryMap { try risky($0, 1) }.erased }, { $0.map { try risky($0, 1) } }),
        ("filter { $0 > 4 }", { $0.filter { $0 > 4 }.erased }, { $0.filter { $0 > 4 } }),
        ("compactMap { $0 > 4 ? nil : $0 }", { $0.compactMap { $0 > 4 ? nil : $0 }.erased }, { $0.filter { $0 <= 4 } }),
        ("dropFirst()", { $0.dropFirst().erased }, { $0.dropFirst(1) }),
        ("drop { $0 > 4 }", { $0.drop { $0 > 4 }.erased }, { $0.drop { $0 > 4 } }),
        ("prefix { $0 > 4 }", { $0.prefix { $0 > 4 }.erased }, { $0.prefix { $0 > 4 } }),
        ("prefix(1)", { $0.prefix(1).erased }, { $0.output(in: 0..<1) }),
        ("output(at: 0)", { $0.output(at: 0).erased }, { $0.output(in: 0..<1) }),
        ("append(5, 6)", { $0.append(5, 6).erased }, { $0.append(.sequence([5, 6])) }),
        ("prepend(5, 6)", { $0.prepend(5, 6).erased }, { ModelPublisher.sequence([5, 6]).append($0) }),
        ("collect()", { $0.collect().map { mix($0) }.erased }, { $0.collect() }),
        ("count()", { $0.count().erased }, { $0.map { _ in 1 } }),
        ("min()", { $0.min().erased }, { $0 }),
        ("max()", { $0.max().erased }, { $0 }),
        ("first { $0 > 4 }", { $0.first { $0 > 4 }.erased }, { $0.filter { $0 > 4 } }),
        ("last { $0 > 4 }", { $0.last { $0 > 4 }.erased }, { $0.filter { $0 > 4 } }),
        ("contains(4)", { $0.contains(4).map { $0 ? 1 : 0 }.erased }, { $0.map { $0 == 4 ? 1 : 0 } }),
        (
            "allSatisfy { $0 > 4 }", { $0.allSatisfy { $0 > 4 }.map { $0 ? 1 : 0 }.erased },
            { $0.map { $0 > 4 ? 1 : 0 } }
        ),
        ("reduce(3) { mix($0, $1) }", { $0.reduce(3) { mix($0, $1) }.erased }, { $0.map { mix(3, $0) } }),
        ("scan(3) { mix($0, $1) }", { $0.scan(3) { mix($0, $1) }.erased }, { $0.map { mix(3, $0) } }),
        ("removeDuplicates()", { $0.removeDuplicates().erased }, { $0 }),
        ("ignoreOutput()", { $0.ignoreOutput().number.erased }, { $0.ignoreOutput() }),
        ("replaceEmpty(with: 1)", { $0.replaceEmpty(with: 1).erased }, { $0 }),
        ("replaceError(with: 1)", { $0.replaceError(with: 1).erased }, { $0 }),
        ("retry(2)", { $0.retry(2).erased }, { $0 }),
    ]

    /// Operators of optionals. Without a value, those that answer at the end put out nothing, other than those of
    /// publishers in general: their results are optionals too.
    private static let optionalForms: [Form<Optional<Int>.Publisher>] = [
        ("map { $0 + 1 }", { $0.map { $0 + 1 }.erased }, { $0.map { $0 + 1 } }),
        ("filter { $0 > 4 }", { $0.filter { $0 > 4 }.erased }, { $0.filter { $0 > 4 } }),
        ("compactMap { $0 > 4 ? nil : $0 }", { $0.compactMap { $0 > 4 ? nil : $0 }.erased }, { $0.filter { $0 <= 4 } }),
        ("dropFirst()", { $0.dropFirst().erased }, { $0.dropFirst(1) }),
        ("drop { $0 > 4 }", { $0.drop { $0 > 4 }.erased }, { $0.drop { $0 > 4 } }),
        ("prefix { $0 > 4 }", { $0.prefix { $0 > 4 }.erased }, { $0.prefix { $0 > 4 } }),
        ("prefix(1)", { $0.prefix(1).erased }, { $0.output(in: 0..<1) }),
        ("output(at: 0)", { $0.output(at: 0).erased }, { $0.output(in: 0..<1) }),
        ("collect()", { $0.collect().map { mix($0) }.erased }, { $0.collect() }),
        ("count()", { $0.count().erased }, { $0.map { _ in 1 } }),
        ("min()", { $0.min().erased }, { $0 }),
        ("max()", { $0.max().erased }, { $0 }),
        ("first { $0 > 4 }", { $0.first { $0 > 4 }.erased }, { $0.filter { $0 > 4 } }),
        ("last { $0 > 4 }", { $0.last { $0 > 4 }.erased }, { $0.filter { $0 > 4 } }),
        ("contains(4)", { $0.contains(4).map { $0 ? 1 : 0 }.erased }, { $0.map { $0 == 4 ? 1 : 0 } }),
        (
            "allSatisfy { $0 > 4 }", { $0.allSatisfy { $0 > 4 }.map { $0 ? 1 : 0 }.erased },
            { $0.map { $0 > 4 ? 1 : 0 } }
        ),
        ("reduce(3) { mix($0, $1) }", { $0.reduce(3) { mix($0, $1) }.erased }, { $0.map { mix(3, $0) } }),
        ("scan(3) { mix($0, $1) }", { $0.scan(3) { mix($0, $1) }.erased }, { $0.map { mix(3, $0) } }),
        ("removeDuplicates()", { $0.removeDuplicates().erased }, { $0 }),
        ("ignoreOutput()", { $0.ignoreOutput().number.erased }, { $0.ignoreOutput() }),
        ("replaceEmpty(with: 1)", { $0.replaceEmpty(with: 1).erased }, { $0.replaceEmpty(with: 1) }),
        ("replaceError(with: 1)", { $0.replaceError(with: 1).erased }, { $0 }),
    ]

    private static let resultForms: [Form<Result<Int, Fault>.Publisher>] = [
        ("map { $0 + 1 }", { $0.map { $0 + 1 }.erased }, { $0.map { $0 + 1 } }),
        ("tryMap { try risky($0, 1) }", { $0.tryMap { try risky($0, 1) }.erased }, { $0.map { try risky($0, 1) } }),
        (
            "mapError { Fault(code: $0.code + 1) }", { $0.mapError { Fault(code: $0.code + 1) }.erased },
            { $0.changingTheEnd { .failed(Fault(code: $0.code + 1)) } }
        ),
        ("collect()", { $0.collect().map { mix($0) }.erased }, { $0.collect() }),
        ("count()", { $0.count().erased }, { $0.map { _ in 1 } }),
        ("min()", { $0.min().erased }, { $0 }),
        ("max()", { $0.max().erased }, { $0 }),
        ("contains(4)", { $0.contains(4).map { $0 ? 1 : 0 }.erased }, { $0.map { $0 == 4 ? 1 : 0 } }),
        (
            "allSatisfy { $0 > 4 }", { $0.allSatisfy { $0 > 4 }.map { $0 ? 1 : 0 }.erased },
            { $0.map { $0 > 4 ? 1 : 0 } }
        ),
        ("reduce(3) { mix($0, $1) }", { $0.reduce(3) { mix($0, $1) }.erased }, { $0.map { mix(3, $0) } }),
        ("scan(3) { mix($0, $1) }", { $0.scan(3) { mix($0, $1) }.erased }, { $0.map { mix(3, $0) } }),
        ("removeDuplicates()", { $0.removeDuplicates().erased }, { $0 }),
        ("replaceEmpty(with: 1)", { $0.replaceEmpty(with: 1).erased }, { $0 }),
        ("replaceError(with: 1)", { $0.replaceError(with: 1).erased }, { $0.catch { _ in .sequence([1]) } }),
        ("retry(2)", { $0.retry(2).erased }, { $0 }),
    ]

    private static let sequenceForms: [Form<Publishers.Sequence<[Int], Never>>] = [
        ("map { $0 + 1 }", { $0.map { $0 + 1 }.erased }, { $0.map { $0 + 1 } }),
        ("filter { $0 > 4 }", { $0.filter { $0 > 4 }.erased }, { $0.filter { $0 > 4 } }),
        ("compactMap { $0 > 4 ? nil : $0 }", { $0.compactMap { $0 > 4 ? nil : $0 }.erased }, { $0.filter { $0 <= 4 } }),
        ("dropFirst(2)", { $0.dropFirst(2).erased }, { $0.dropFirst(2) }),
        ("drop { $0 > 4 }", { $0.drop { $0 > 4 }.erased }, { $0.drop { $0 > 4 } }),
        ("prefix { $0 > 4 }", { $0.prefix { $0 > 4 }.erased }, { $0.prefix { $0 > 4 } }),
        ("prefix(2)", { $0.prefix(2).erased }, { $0.output(in: 0..<2) }),
        ("output(at: 1)", { $0.output(at: 1).erased }, { $0.output(in: 1..<2) }),
        ("output(in: 1..<3)", { $0.output(in: 1..<3).erased }, { $0.output(in: 1..<3) }),
        ("append(5, 6)", { $0.append(5, 6).erased }, { $0.append(.sequence([5, 6])) }),
        ("prepend(5, 6)", { $0.prepend(5, 6).erased }, { ModelPublisher.sequence([5, 6]).append($0) }),
        ("collect()", { $0.collect().map { mix($0) }.erased }, { $0.collect() }),
        ("count()", { $0.count().erased }, { $0.reduce(0) { count, _ in count.map { $0 + 1 } } }),
        ("min()", { $0.min().erased }, { $0.reduce(nil) { min($0 ?? $1, $1) } }),
        ("max()", { $0.max().erased }, { $0.reduce(nil) { max($0 ?? $1, $1) } }),
        ("first()", { $0.first().erased }, { $0.first(or: nil) { $0 } }),
        ("first { $0 > 4 }", { $0.first { $0 > 4 }.erased }, { $0.first(or: nil) { $0 > 4 ? $0 : nil } }),
        ("last()", { $0.last().erased }, { $0.reduce(nil) { $1 } }),
        ("last { $0 > 4 }", { $0.last { $0 > 4 }.erased }, { $0.reduce(nil) { $1 > 4 ? $1 : $0 } }),
        ("contains(4)", { $0.contains(4).map { $0 ? 1 : 0 }.erased }, { $0.first(or: 0) { $0 == 4 ? 1 : nil } }),
        (
            "allSatisfy { $0 > 4 }", { $0.allSatisfy { $0 > 4 }.map { $0 ? 1 : 0 }.erased },
            { $0.first(or: 1) { $0 > 4 ? nil : 0 } }
        ),
        (
            "reduce(3) { mix($0, $1) }", { $0.reduce(3) { mix($0, $1) }.erased },
            { $0.reduce(3) { result, value in result.map { mix($0, value) } } }
        ),
        ("scan(3) { mix($0, $1) }", { $0.scan(3) { mix($0, $1) }.erased }, { $0.scan(3) { mix($0, $1) } }),
        ("removeDuplicates()", { $0.removeDuplicates().erased }, { $0.removeDuplicates(==) }),
        ("ignoreOutput()", { $0.ignoreOutput().number.erased }, { $0.ignoreOutput() }),
    ]
}
