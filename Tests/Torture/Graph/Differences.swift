/// Runs random sequences on contexts of a store, and compares what the package shows with what the model says.
///
/// - Parameters:
///   - seed: the first sequence's seed; the others' follow.
///   - count: the number of sequences.
///   - features: the classes of operation that the sequences may have.
///   - schema: a part of the names of the models that they are of; nil for all. Others of the seeds are left out.
///   - known: the failures before which a sequence ends.
///   - shrinking: false to report sequences as they are.
/// - Returns: a report of each difference, shrunk to the fewest steps, as code; and how many sequences ended early.
package func differencesFromGraphModel(
    seed: UInt64, count: Int, features: Features = .all, of schema: String? = nil,
    leavingOut known: Set<Known> = Known.present, shrinking: Bool = true
) -> (reports: [String], cutShort: Int) {
    var reports: [String] = []
    var cutShort = 0
    for index in 0..<UInt64(count) {
        let experiment = Experiment(seed: seed &+ index, features)
        if let schema, !experiment.schema.name.contains(schema) { continue }
        switch experiment.outcome(leavingOut: known) {
        case .same: break
        case .cutShort: cutShort += 1
        case .differs(let first):
            let shrunk = shrinking ? experiment.shrunk(leavingOut: known) : experiment
            guard case .differs(let difference) = shrunk.outcome(leavingOut: known) else {
                reports.append("seed \(seed &+ index), not repeatable: \(first)")
                continue
            }
            // Where it differs also if everything is read before each step, it is not a matter of reading.
            var note = ""
            if shrunk.setup.isUnread, case .differs = shrunk.outcome(leavingOut: known, readingAll: true) {
                note = " (also when everything is read)"
            }
            reports.append("seed \(seed &+ index), \(experiment.schema.name): \(difference)\(note)\n\(shrunk.code)")
        }
    }
    return (reports, cutShort)
}
