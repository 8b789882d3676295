import Signals

extension Publisher {
    /// Subscribes a recorder and returns it.
    package func recording(
        _ demand: Subscribers.Demand = .unlimited, then demandPerValue: Subscribers.Demand = .none
    ) -> Recorder<Output, Failure> {
        let recorder = Recorder<Output, Failure>(demand, then: demandPerValue)
        subscribe(recorder)
        return recorder
    }
}

extension Recorder {
    /// True if the one completion was `.finished`.
    package var isFinished: Bool {
        if completions.count == 1, case .finished = completions[0] { true } else { false }
    }

    /// The error of the one completion.
    package var failure: Failure? {
        if completions.count == 1, case .failure(let error) = completions[0] { error } else { nil }
    }
}
