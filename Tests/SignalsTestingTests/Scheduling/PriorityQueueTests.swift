import Testing

@testable import SignalsTesting

@Suite struct PriorityQueueTests {
    @Test func whatComesOutIsAlwaysTheLeast() {
        for size in [0, 1, 2, 3, 10, 200] {
            var queue = PriorityQueue<Int>()
            var model: [Int] = []
            for _ in 0..<size {
                for _ in 0..<Int.random(in: 0...3) {
                    let element = Int.random(in: 0..<50)
                    queue.insert(element)
                    model.append(element)
                }
                if Int.random(in: 0..<10) == 0 {
                    queue.removeAll { $0 % 3 == 0 }
                    model.removeAll { $0 % 3 == 0 }
                }
                model.sort()
                #expect(queue.first == model.first)
                #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
                #expect(queue.count == model.count)
            }
        }
    }
}
