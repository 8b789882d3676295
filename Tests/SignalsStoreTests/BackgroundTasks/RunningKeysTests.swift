import Signals
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

@Suite struct RunningKeysTests {
    @Test func aKeyIsHandedOnInTheOrderInWhichItWasAskedFor() {
        let keys = RunningKeys()
        let started = Locked<[Int]>([])
        #expect(keys.take("a") {})
        for number in 0..<3 { #expect(!keys.take("a") { started.withLock { $0.append(number) } }) }
        #expect(keys.take("b") {}, "another key is free")
        for _ in 0..<3 { keys.giveBack("a") }
        #expect(started.withLock { $0 } == [0, 1, 2])
        #expect(!keys.take("a") {}, "the last one still has it")
        for _ in 0..<2 { keys.giveBack("a") }
        #expect(keys.take("a") {})
    }
}
