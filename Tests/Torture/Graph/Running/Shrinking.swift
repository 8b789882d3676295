extension Experiment {
    /// The smallest sequence that differs and that leaving things out leads to.
    func shrunk(leavingOut known: Set<Known>) -> Experiment {
        var best = self
        let differs = { (experiment: Experiment) -> Bool in
            if case .differs = experiment.outcome(leavingOut: known) { true } else { false }
        }
        var part = max(best.steps.count / 2, 1)
        while part > 0 {
            var start = 0
            while start < best.steps.count {
                var fewer = best
                fewer.steps.removeSubrange(start..<min(start + part, fewer.steps.count))
                if differs(fewer) { best = fewer } else { start += part }
            }
            part /= 2
        }
        while let simpler = best.simpler.first(where: differs) { best = simpler }
        return best
    }

    private var simpler: [Experiment] {
        var result: [Experiment] = []
        for index in steps.indices {
            var fewer = self
            fewer.steps.remove(at: index)
            result.append(fewer)
            result += steps[index].simpler.map { step in
                var other = self
                other.steps[index] = step
                return other
            }
        }
        for index in setup.contexts.indices {
            result += setup.contexts[index].simpler.map { context in
                var other = self
                other.setup.contexts[index] = context
                return other
            }
        }
        return result
    }
}

extension Step {
    fileprivate var simpler: [Step] {
        var result: [Step] = inner.indices.map { index in
            var steps = inner
            steps.remove(at: index)
            return with(inner: steps)
        }
        switch self {
        case .relate(let context, let object, let relation, let members):
            result += members.indices.map { index in
                var fewer = members
                fewer.remove(at: index)
                return .relate(context, object: object, relation: relation, members: fewer)
            }
        case .set(let context, let object, let attribute, let value) where value > 1:
            result.append(.set(context, object: object, attribute: attribute, value: 1))
        default: break
        }
        return result
    }
}

extension Setup.Context {
    fileprivate var simpler: [Setup.Context] {
        var result: [Setup.Context] = []
        if undoes {
            var other = self
            other.undoes = false
            result.append(other)
        }
        if policy != .error {
            var other = self
            other.policy = .error
            result.append(other)
        }
        return result
    }
}
