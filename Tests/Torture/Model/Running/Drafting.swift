extension Experiment {
    /// The experiment of a seed: always the same.
    init(seed: UInt64) {
        var draft = Draft(Seed(seed))
        chain = draft.chain()
        script = draft.script()
    }
}

extension Draft {
    mutating func script() -> Script {
        var script = Script()
        switch number(1...10) {
        case ...4: break
        // Most subscribers of their own ask for one value after another.
        case ...6: (script.initial, script.more) = (1, [1])
        default:
            script.initial = number(0...3)
            script.more = (0..<number(1...4)).map { _ in chance(50) ? 0 : chance(20) ? .max : number(1...2) }
        }
        script.inside = (0..<(chance(50) ? 0 : number(1...3))).map { _ in
            let event = chance(5) ? -1 : pick([0, 1, 1, 1, 2, 2, 3, 4, 5])
            let action = action()
            // A publisher that ends at once may do so though it was cancelled inside the subscription.
            if event == 0, case .cancel = action { return (event, .request(1)) }
            // So may upstreams be cancelled before or after the end.
            if event == -1 { return (event, .request(1)) }
            return (event, action)
        }
        for time in 1...12 where chance(75) { script.timed.append((50 * time, action())) }
        return script
    }

    private mutating func action() -> Action {
        switch number(1...100) {
        case ...60: .send(number(0...9), to: number(0...2))
        case ...70: .end(ending(), of: number(0...2))
        case ...78:
            .resolve(number(0...1), with: chance(70) ? .success(number(0...9)) : .failure(Fault(code: number())))
        case ...95: .request(chance(15) ? .max : number(1...3))
        default: .cancel
        }
    }
}
