/// A chain and a script, which the package and the model run.
struct Experiment: Sendable {
    var chain: Chain
    var script: Script

    /// Nil if both saw the same, up to where the documentation leaves open what comes.
    var difference: (real: Trace, model: Trace)? {
        let model = model
        let end = model.isOpenFrom
        let real = real
        return real.before(end) == model.before(end) ? nil : (real.before(end), model.before(end))
    }
}
