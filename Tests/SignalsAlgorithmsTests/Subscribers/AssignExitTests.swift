import Signals
import SignalsAlgorithms
import Testing

struct AssignExitTests {
    @Test func aValueForAnUnownedObjectThatHasGoneStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let titles = PassthroughSubject<String, Never>()
            let assigning = titles.assign(to: \.title, on: Screen(), ownership: .unowned)
            titles.send("Nobody")
            assigning.cancel()
        }
    }
}
