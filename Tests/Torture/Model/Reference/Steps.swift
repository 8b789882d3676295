/// The outcome of a value for an operator.
enum ModelStep {
    case pass(Int)
    /// The value is left out, and another asked for in its place.
    case skip
    /// The value is the last.
    case passLast(Int)
    case finish
    case fail(Fault)
}

/// An operator that decides on each value as it comes.
final class Stepping: Stage {
    private var step: (Int) throws -> ModelStep

    init(_ down: any ModelSubscriber, _ step: @escaping (Int) throws -> ModelStep) {
        self.step = step
        super.init(down)
    }

    override func value(_ value: Int) -> Int {
        guard let down else { return 0 }
        switch decide(value) {
        case .pass(let value): return down.value(value)
        case .skip: return 1
        case .passLast(let value):
            step = { _ in .skip }
            _ = down.value(value)
            stop(.finished)
        case .finish: stop(.finished)
        case .fail(let fault): stop(.failed(fault))
        }
        return 0
    }

    private func decide(_ value: Int) -> ModelStep {
        do { return try step(value) } catch { return .fail(error as? Fault ?? Fault(code: -1)) }
    }
}

extension ModelPublisher {
    /// Decides on each value; `make` makes the state of a subscription.
    func steps(_ make: @escaping () -> (Int) throws -> ModelStep) -> ModelPublisher {
        through { Stepping($0, make()) }
    }

    func map(_ transform: @escaping (Int) throws -> Int) -> ModelPublisher {
        steps { { .pass(try transform($0)) } }
    }

    func filter(_ isIncluded: @escaping (Int) throws -> Bool) -> ModelPublisher {
        steps { { try isIncluded($0) ? .pass($0) : .skip } }
    }

    func compactMap(_ transform: @escaping (Int) throws -> Int?) -> ModelPublisher {
        steps { { try transform($0).map { .pass($0) } ?? .skip } }
    }

    func scan(_ initial: Int, _ next: @escaping (Int, Int) throws -> Int) -> ModelPublisher {
        steps {
            var result = initial
            return {
                result = try next(result, $0)
                return .pass(result)
            }
        }
    }

    func removeDuplicates(_ areSame: @escaping (Int, Int) throws -> Bool) -> ModelPublisher {
        steps {
            var last: Int?
            return { value in
                if let previous = last, try areSame(previous, value) { return .skip }
                last = value
                return .pass(value)
            }
        }
    }

    func dropFirst(_ count: Int) -> ModelPublisher {
        steps {
            var left = count
            return { value in
                left -= 1
                return left >= 0 ? .skip : .pass(value)
            }
        }
    }

    func drop(while predicate: @escaping (Int) throws -> Bool) -> ModelPublisher {
        steps {
            var isDropping = true
            return { value in
                if isDropping { isDropping = try predicate(value) }
                return isDropping ? .skip : .pass(value)
            }
        }
    }

    func prefix(while predicate: @escaping (Int) throws -> Bool) -> ModelPublisher {
        steps { { try predicate($0) ? .pass($0) : .finish } }
    }

    /// The values at the positions of a range; an empty one finishes at once, without a value.
    func output(in range: Range<Int>) -> ModelPublisher {
        if range.isEmpty { return .sequence([]) }
        return steps {
            var position = -1
            return { value in
                position += 1
                if position < range.lowerBound { return .skip }
                return position + 1 < range.upperBound ? .pass(value) : .passLast(value)
            }
        }
    }
}

/// An operator that changes how upstream ends.
final class ChangingTheEnd: Stage {
    private let change: (Ending) -> Ending

    init(_ down: any ModelSubscriber, _ change: @escaping (Ending) -> Ending) {
        self.change = change
        super.init(down)
    }

    override func end(_ ending: Ending) {
        super.end(change(ending))
    }
}
