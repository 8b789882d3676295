import SignalsDashboard
import Testing

@Suite struct MistakeTests {
    @Test func twoCommandsWithOneKeyStopTheProgramWithBothNames() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = Dashboard("x", keys: [KeyCommand("d", name: "done") {}, KeyCommand("d", name: "drop") {}]) {
                        _ in "x"
                    }
                }
            })
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("“done” and “drop”"))
    }

    @Test func aLiveContentThatIsMadeInTheClosureStopsADebugBuild() async throws {
        #if DEBUG
            let result = try #require(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await MainActor.run {
                        _ = Dashboard("x") { _ in LogPane() }.frame(in: Size(columns: 9, rows: 9))
                    }
                })
            let message = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(message.contains("Make it once, before the dashboard."))
        #endif
    }
}
