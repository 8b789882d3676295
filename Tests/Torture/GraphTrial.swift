import Foundation
import GraphModel

/// Random sequences of operations in contexts of a store, against a model of the object graph.
///
/// - Returns: the number of sequences that differ. The first lines of each report say the seed and what differs, the rest
///   is the shortest such sequence as code.
func tortureGraph(_ count: Int, _ options: Options) -> Int {
    let begin = Date()
    var features = Features(rawValue: options.features)
    if options.isUnread { features.insert(.unread) }
    var (failures, cutShort) = (0, 0)
    for index in 0..<UInt64(count) {
        let result = differencesFromGraphModel(
            seed: options.seed &+ index, count: 1, features: features,
            of: options.schema, leavingOut: options.leavesOutKnown ? Known.present : [],
            shrinking: !options.stopsAtFirst)
        cutShort += result.cutShort
        failures += result.reports.count
        for report in result.reports { print("FAILED  \(report)") }
        fflush(nil)
        if options.stopsAtFirst, failures > 0 { break }
    }
    let seconds = Date().timeIntervalSince(begin).formatted(.number.precision(.fractionLength(1)))
    print("object graph: \(count) sequences in \(seconds) s, \(cutShort) up to what is left open, \(failures) differ")
    return failures
}
