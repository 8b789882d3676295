/// How long a ``Published`` property lives, for the assignments that live as long: they end with it.
///
/// A property's publisher refers to this instead of the property, which may be released before it.
final class PublishedLifetime: Sendable {
    private let assignments = Locked<[AnyCancellable]?>([])

    /// Keeps an assignment until the end; cancels it at once if that has come.
    func keep(_ assignment: AnyCancellable) {
        let isKept = assignments.withLock { assignments in
            assignments?.append(assignment)
            return assignments != nil
        }
        if !isKept { assignment.cancel() }
    }

    func end() {
        _ = assignments.withLock { $0.take() }
    }
}
