import Foundation
import Signals
import SignalsDashboard

/// Changes of a table's rows, a plot's values and a log's lines in turn, at a rate, on a thread of their own.
final class Changes: Sendable {
    struct Row: Identifiable, Sendable {
        let id: Int
        var count = 0
    }

    let rows = PassthroughSubject<RowUpdate<Row>, Never>()
    let values = PassthroughSubject<Double, Never>()
    let lines = PassthroughSubject<Line, Never>()
    private let rate: Int

    init(perSecond rate: Int) { self.rate = rate }

    func start() {
        Thread.detachNewThread { [self] in
            var list = (0..<24).map { Row(id: $0) }
            let start = ContinuousClock.now
            var count = 0
            while true {
                let due = Int((ContinuousClock.now - start) / .seconds(1) * Double(rate))
                while count < due {
                    change(count, &list)
                    count += 1
                }
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
    }
    /// One change, of the table, of the plot or of the log.
    private func change(_ count: Int, _ list: inout [Row]) {
        switch count % 3 {
        case 0:
            let place = count / 3 % list.count
            list[place].count += 1
            rows.send(RowUpdate(list, difference: CollectionDifference([]), updated: [place]))
        case 1: values.send(1)
        default: lines.send(Line("change \(count)"))
        }
    }
}
