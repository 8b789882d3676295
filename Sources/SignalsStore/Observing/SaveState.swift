import SignalsCore

/// The state of one or more saves, to be observed by a screen.
///
/// ```swift
/// @StateObject var addTaskState = SaveState()
/// storage.addTask(name: name).track(in: addTaskState)  // nothing to keep
/// // … .alert(isPresented: $addTaskState.hasError) { Alert(title: Text(addTaskState.error?.localizedDescription ?? "")) }
/// ```
/// Errors wait in line: dismissing the first shows the next. The object belongs to the main actor.
@MainActor
public final class SaveState: ObservableObject {
    /// The progress of the saves.
    public enum Phase: Sendable, Hashable {
        /// Nothing was saved yet, or the last failure was dismissed.
        case idle
        /// At least one save is under way.
        case saving
        /// The last save succeeded, and no failure waits to be dismissed.
        case saved
        /// A failure waits to be dismissed, and nothing is under way.
        case failed
    }

    /// The progress of the saves.
    @Published public private(set) var phase = Phase.idle
    /// The number of saves whose outcome is still open.
    @Published public private(set) var savesUnderWay = 0
    /// The errors that were not dismissed, the oldest first.
    @Published public private(set) var errors: [any Error] = []
    /// The oldest failure that was not dismissed.
    @Published public private(set) var error: (any Error)?
    /// True if there is an `error`. Setting it to false, as an alert's binding does, dismisses that error.
    @Published public var hasError = false {
        didSet { if hasError == errors.isEmpty { dismissError() } }
    }

    private var subscriptions: [Int: AnyCancellable] = [:]
    private var count = 0
    private var lastSucceeded = false

    /// A state before any save.
    public init() {}

    /// Dismisses the oldest failure; the next one, if there is one, takes its place.
    public func dismissError() {
        errors = Array(errors.dropFirst())
        lastSucceeded = false
        update()
    }

    /// Dismisses all failures.
    public func dismissAllErrors() {
        errors = []
        lastSucceeded = false
        update()
    }

    /// Adds a failure that no save reported, such as a form that was filled in wrongly.
    ///
    /// - Parameter error: the failure, which is shown until it is dismissed.
    public func fail(with error: any Error) {
        errors.append(error)
        update()
    }

    /// Returns when no save is under way, at once if none is, or when the task is cancelled.
    ///
    /// ```swift
    /// storage.addTask(name: name).track(in: addTaskState)
    /// await addTaskState.settled()  // in a test, or before a program ends
    /// ```
    public func settled() async {
        for await _ in $savesUnderWay.values where savesUnderWay == 0 { return }
    }

    /// Follows a save as long as this object lives.
    func follow<Output, Failure>(_ save: MainActorDelivery<Output, Failure>) {
        count += 1
        savesUnderWay += 1
        let number = count
        update()
        // The completion comes in a later job of the main actor, when the subscription is kept already.
        subscriptions[number] = save.sink(
            receiveCompletion: { [weak self] in self?.end(number, $0) }, receiveValue: { _ in })
    }

    private func end<Failure>(_ number: Int, _ completion: Subscribers.Completion<Failure>) {
        subscriptions[number] = nil
        savesUnderWay -= 1
        switch completion {
        case .finished: lastSucceeded = true
        case .failure(let error): errors.append(error)
        }
        update()
    }

    private func update() {
        let next: Phase =
            if savesUnderWay > 0 { .saving } else if !errors.isEmpty { .failed } else if lastSucceeded { .saved } else {
                .idle
            }
        if phase != next { phase = next }
        error = errors.first
        hasError = !errors.isEmpty
    }
}
