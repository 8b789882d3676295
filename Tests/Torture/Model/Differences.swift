/// Runs random chains of operators, and compares what a subscriber sees with what the model says.
///
/// - Parameters:
///   - seed: the first chain's seed; the others' follow.
///   - count: the number of chains.
/// - Returns: a report of each difference, shrunk to the fewest operators and events.
package func differencesFromModel(seed: UInt64, count: Int) -> [String] {
    (0..<UInt64(count)).compactMap { index in
        let experiment = Experiment(seed: seed &+ index)
        guard experiment.difference != nil else { return nil }
        let shrunk = experiment.shrunk
        guard let difference = shrunk.difference else { return nil }
        return "seed \(seed &+ index):\n\(shrunk.report(difference))"
    }
}
