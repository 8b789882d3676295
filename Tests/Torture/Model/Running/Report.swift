extension Experiment {
    /// The experiment as code, with what both saw; the place where they part is marked.
    func report(_ difference: (real: Trace, model: Trace)) -> String {
        var lines = chain.text.split(separator: "\n").map(String.init)
        lines.append("initial demand \(number(script.initial)), returned \(script.more.map(number))")
        lines += script.inside.map {
            "inside \($0.event == -1 ? "the end" : $0.event == 0 ? "the subscription" : "value \($0.event)"): \($0.action)"
        }
        lines += script.timed.map { "at \($0.time): \($0.action)" }
        lines += sides("subscriber", difference.real.events, difference.model.events)
        let ids = Set(difference.real.notes.keys).union(difference.model.notes.keys)
        for id in ids.sorted() {
            lines += sides("note \(id)", difference.real.notes[id] ?? [], difference.model.notes[id] ?? [])
        }
        if difference.real.cancels != difference.model.cancels {
            lines.append("cancels, Signals: \(difference.real.cancels), model: \(difference.model.cancels)")
        }
        return lines.map { "    " + $0 }.joined(separator: "\n")
    }

    private func sides(_ name: String, _ real: [Note], _ model: [Note]) -> [String] {
        if real == model { return ["\(name), both: \(real)"] }
        return ["\(name), Signals: \(real)", "\(name), model:   \(model)"]
    }

    private func number(_ demand: Int) -> String {
        demand == .max ? "unlimited" : "\(demand)"
    }
}

extension Action: CustomStringConvertible {
    var description: String {
        switch self {
        case .request(let demand): "request(\(demand == .max ? "unlimited" : "\(demand)"))"
        case .cancel: "cancel()"
        case .send(let value, let index): "subject\(index).send(\(value))"
        case .end(let ending, let index): "subject\(index).send(completion: \(ending))"
        case .resolve(let index, let result): "future\(index) \(result)"
        }
    }
}
