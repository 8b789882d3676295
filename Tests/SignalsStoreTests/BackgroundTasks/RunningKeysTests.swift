import Signals
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

@Suite struct RunningKeysTests {
    @Test func aKeyIsHandedOnInTheOrderInWhichItWasAskedFor() {
        let keys = RunningKeys()
        let started = Locked<[Int]>([])
        #expect(keys.acquire("a") {})
        for number in 0..<3 { #expect(!keys.acquire("a") { started.withLock { $0.append(number) } }) }
        #expect(keys.acquire("b") {}, "another key is free")
        for _ in 0..<3 { keys.release("a") }
        #expect(started.withLock { $0 } == [0, 1, 2])
        #expect(!keys.acquire("a") {}, "the last one still has it")
        for _ in 0..<2 { keys.release("a") }
        #expect(keys.acquire("a") {})
    }
}
