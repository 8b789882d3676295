extension Experiment {
    /// The smallest experiment with a difference that leaving things out leads to.
    var shrunk: Experiment {
        var best = self
        while let smaller = best.smaller.first(where: { $0.difference != nil }) { best = smaller }
        return best
    }

    private var smaller: [Experiment] {
        chain.smaller.map { Experiment(chain: $0, script: script) }
            + script.smaller.map { Experiment(chain: chain, script: $0) }
    }
}

extension Chain {
    fileprivate var smaller: [Chain] {
        var result = operations.flatMap(\.inputs)
        for index in operations.indices {
            var chain = self
            chain.operations.remove(at: index)
            result.append(chain)
        }
        for index in operations.indices {
            for (place, input) in operations[index].inputs.enumerated() {
                for smaller in input.smaller {
                    var chain = self
                    chain.operations[index].inputs[place] = smaller
                    result.append(chain)
                }
            }
        }
        return result
    }
}

extension Script {
    fileprivate var smaller: [Script] {
        var result: [Script] = []
        for index in timed.indices {
            var script = self
            script.timed.remove(at: index)
            result.append(script)
        }
        for index in inside.indices {
            var script = self
            script.inside.remove(at: index)
            result.append(script)
        }
        if initial < .max {
            var script = self
            script.initial = .max
            result.append(script)
        }
        if more != [0] {
            var script = self
            script.more = more.count > 1 ? more.dropLast() : [0]
            result.append(script)
        }
        return result
    }
}
