/// The errors that were not dismissed yet, from one or more sources.
@MainActor
struct Alerts {
    /// A source of alerts.
    struct Source {
        /// The texts, the oldest first.
        var texts: @MainActor () -> [String]
        /// Dismisses the oldest.
        var dismissFirst: @MainActor () -> Void
    }

    var sources: [Source] = []

    /// All texts, the oldest first.
    var texts: [String] { sources.flatMap { $0.texts() } }

    /// Dismisses the first that is shown.
    func dismissFirst() { sources.first { !$0.texts().isEmpty }?.dismissFirst() }

    /// Dismisses all there are now.
    func dismissAll() {
        for source in sources { for _ in source.texts() { source.dismissFirst() } }
    }
}
