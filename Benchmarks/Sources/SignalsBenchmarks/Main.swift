import Foundation
import OpenCombineWorkloads
import SignalsWorkloads

@main struct Main {
    static func nanoseconds(_ count: Int, _ body: (Int) -> Void) -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        body(count)
        return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
    }
    static func median(_ v: [Double]) -> Double { v.sorted()[v.count / 2] }
    static func main() {
        Thread.detachNewThread { while true { Thread.sleep(forTimeInterval: 10) } }
        let cases: [(String, Int, (Int) -> Void, (Int) -> Void)] = [
            ("passthrough-sink", 200_000, Signalled.passthroughSink, Combined.passthroughSink),
            ("passthrough-chain", 200_000, Signalled.passthroughChain, Combined.passthroughChain),
            ("currentvalue-sink", 200_000, Signalled.currentValueSink, Combined.currentValueSink),
            ("published-sink", 100_000, Signalled.publishedSink, Combined.publishedSink),
            ("future-chain", 10_000, Signalled.futureChain, Combined.futureChain),
        ]
        if CommandLine.arguments.count > 1 {
            for (id, _, ours, _) in cases where id == CommandLine.arguments[1] { ours(2000) }
            return
        }
        for (id, count, ours, peer) in cases {
            var a: [Double] = [], b: [Double] = []
            for _ in 0..<15 { a.append(nanoseconds(count, ours)); b.append(nanoseconds(count, peer)) }
            print(id, String(format: "%.1f ns vs %.1f ns = %.2fx", median(a), median(b), median(b) / median(a)))
        }
    }
}
