import Signals

/// What became of the saves: how many are under way, what was saved last, and what failed until it is dismissed.
@MainActor
final class SaveResult: ObservableObject {
    /// Whether a failure waits to be dismissed.
    @Published private(set) var hasError = false
    /// How many saves have not said yet what became of them.
    @Published private(set) var savesUnderWay = 0
    /// What was saved last, as the person is told.
    @Published private(set) var lastSaved = ""
    /// What failed, the oldest first.
    private(set) var alerts: [String] = []

    /// Follows a save until it is known what became of it.
    ///
    /// - Parameters:
    ///   - saved: what to say when it succeeds.
    ///   - failed: what to say when it fails.
    func follow<Output>(
        _ save: Future<Output, any Error>, saved: @escaping @MainActor (Output) -> String,
        failed: @escaping @MainActor (any Error) -> String
    ) {
        savesUnderWay += 1
        save
            .receive(on: MainActor.shared)
            .handleEvents(receiveOutput: { [self] in lastSaved = saved($0) })
            .map { [self] _ in hasError }
            .handleEvents(receiveCompletion: { [self] completion in
                if case .failure(let error) = completion { alerts.append(failed(error)) }
                savesUnderWay -= 1
            })
            .replaceError(with: true)
            .assign(to: &$hasError)
    }

    /// Adds what a person has to know though nothing was to be saved.
    func alert(_ text: String) {
        alerts.append(text)
        hasError = true
    }

    /// Says what else was saved.
    func note(_ text: String) {
        lastSaved = text
    }

    /// Dismisses the oldest failure.
    func dismiss() {
        alerts = Array(alerts.dropFirst())
        hasError = !alerts.isEmpty
    }

    /// Dismisses all failures.
    func dismissAll() {
        alerts = []
        hasError = false
    }

    /// Waits until all saves have said what became of them.
    func settled() async {
        for await count in $savesUnderWay.values where count == 0 { return }
    }
}
