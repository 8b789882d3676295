import Foundation
import Signals

extension Trial {
    /// Many values through a concurrent queue: all there, in order, completion last.
    static let mailbox = Trial(name: "receive(on: a concurrent queue)") { seed, options in
        let count = options.values
        let witness = Witness<Int, Never>(demand: Bool.random(using: &seed) ? nil : 1, again: 1)
        (0..<count).publisher.receive(on: DispatchQueue.global()).subscribe(witness)
        guard witness.waitForCompletion() else { return ["no completion after \(witness.values.count) values"] }
        let values = witness.values
        guard values.elementsEqual(0..<count) else { return ["\(values.count) values, or not in order"] }
        return witness.broken
    }
}
