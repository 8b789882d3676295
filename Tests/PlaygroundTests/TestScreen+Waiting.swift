import SignalsDashboardTesting

/// The text that was waited for did not come.
struct NotShown: Error, CustomStringConvertible {
    let description: String
}

extension TestScreen {
    /// Waits until the screen shows a text, which comes from another thread.
    func wait(for text: String) async throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while ContinuousClock.now < deadline {
            if self.text.contains(text) { return }
            await settle()
        }
        throw NotShown(description: "“\(text)” is not on the screen:\n\(self.text)")
    }
}
