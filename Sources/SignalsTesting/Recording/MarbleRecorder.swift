import SignalsCore

/// A recorder of a publisher's events over virtual time, as a marble string. Made by
/// ``TestScheduler/record(_:step:marble:)``.
public final class MarbleRecorder: Sendable {
    private struct State: Sendable {
        var diagram = MarbleDiagram()
        var hasEnded = false
    }

    private let state: Locked<State>
    private let following: AnyCancellable
    private let currentStep: @Sendable () -> Int
    private let brackets: @Sendable () -> MarbleDiagram.Brackets

    init<P: Publisher>(
        _ publisher: P, scheduler: TestScheduler, step: VirtualTime.Stride,
        marble: @escaping @Sendable (P.Output) -> Character
    ) {
        let state = Locked(State())
        let start = scheduler.now
        let currentStep: @Sendable () -> Int = {
            start.distance(to: scheduler.now).magnitude / max(1, step.magnitude)
        }
        let note: @Sendable (MarbleDiagram.Event) -> Void = { event in
            let step = currentStep()
            state.withLock { state in
                state.diagram.append(event, at: step)
                if case .value = event { return }
                state.hasEnded = true
            }
        }
        following = publisher.sink(
            values: { note(.value(marble($0))) },
            completion: { completion in
                if case .finished = completion { note(.finish) } else { note(.failure) }
            })
        self.state = state
        self.currentStep = currentStep
        brackets = { scheduler.brackets }
    }

    /// The events so far, up to now or to the end: `-a-[bc]|`, or `-a-(bc)|` if that is how the scheduler's publishers
    /// are written.
    public var marbles: String { diagram.text(brackets()) }

    /// The events so far, up to now or to the end. It is equal to `"-a-(bc)|"` and to `"-a-[bc]|"`.
    public var diagram: MarbleDiagram {
        let step = currentStep()
        return state.withLock { state in
            var diagram = state.diagram
            while !state.hasEnded, diagram.steps.count <= step { diagram.steps.append([]) }
            return diagram
        }
    }
}
