import Foundation
import SignalsModel

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    print("seed: \(options.seed)")
    fflush(nil)
    var failures = 0
    if let count = options.graph { exit(tortureGraph(count, options) == 0 ? 0 : 1) }
    for trial in Trial.all where options.trial.map(trial.name.contains) ?? true {
        let begin = Date()
        for round in 0..<options.rounds {
            var seed = Seed(options.seed &+ UInt64(round))
            for wrong in trial.run(&seed, options) {
                failures += 1
                print("FAILED  \(trial.name), round \(round) (--seed \(options.seed &+ UInt64(round))): \(wrong)")
            }
        }
        let seconds = Date().timeIntervalSince(begin).formatted(.number.precision(.fractionLength(1)))
        print("\(trial.name): \(options.rounds) rounds in \(seconds) s")
        fflush(nil)
    }
    print(failures == 0 ? "torture: all held" : "torture: \(failures) failures")
    exit(failures == 0 ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(2)
}
