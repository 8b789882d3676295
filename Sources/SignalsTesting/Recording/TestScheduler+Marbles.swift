import SignalsCore

extension TestScheduler {
    /// Returns a publisher of what a marble string shows, beginning again with each subscription.
    ///
    /// ```swift
    /// let typed = scheduler.publisher("-a-b--c|")
    /// let recorder = scheduler.record(typed.debounce(for: .seconds(2), scheduler: scheduler))
    /// scheduler.run()
    /// XCTAssertEqual(recorder.marbles, "-----b-|")
    /// ```
    ///
    /// One character is one step: `-` nothing, `|` the end, any other character a value; `(ab|)`, or `[ab|]`, is one step
    /// too. Spaces are ignored.
    ///
    /// **Demand**: a value is dropped for a subscriber that has not asked for it, as by a subject. **Completion**: as shown.
    /// **Threads**: delivers on the thread that advances the scheduler.
    ///
    /// - Parameters:
    ///   - marbles: the values to deliver. The program stops if it holds a `#`, which needs the form with an error.
    ///   - step: the virtual time of a character.
    /// - Returns: a publisher of strings of one character.
    public func publisher(_ marbles: String, step: VirtualTime.Stride = .seconds(1)) -> AnyPublisher<String, Never> {
        let diagram = read(marbles)
        if diagram.steps.contains(where: { $0.contains(.failure) }) {
            fatalError("The marble diagram \"\(marbles)\" fails. Pass the error: publisher(\"…#\", failure: error).")
        }
        let begin = { @Sendable [self] in
            let subject = PassthroughSubject<String, Never>()
            play(diagram, step: step, into: subject) { fatalError("A diagram without # failed.") }
            return subject
        }
        return Deferred(begin, of: PassthroughSubject.self).eraseToAnyPublisher()
    }

    /// Returns a publisher of what a marble string shows, beginning again with each subscription, which may fail.
    ///
    /// Demand and threads are those of ``publisher(_:step:)``.
    ///
    /// - Parameters:
    ///   - marbles: the values to deliver, with `#` for the error.
    ///   - step: the virtual time of a character.
    ///   - failure: the error.
    /// - Returns: a publisher of strings of one character.
    public func publisher<Failure: Error>(
        _ marbles: String, step: VirtualTime.Stride = .seconds(1), failure: Failure
    ) -> AnyPublisher<String, Failure> {
        let diagram = read(marbles)
        let begin = { @Sendable [self] in
            let subject = PassthroughSubject<String, Failure>()
            play(diagram, step: step, into: subject) { failure }
            return subject
        }
        return Deferred(begin, of: PassthroughSubject.self).eraseToAnyPublisher()
    }

    /// Records what a publisher delivers, as marbles in this scheduler's time.
    ///
    /// - Parameters:
    ///   - publisher: the publisher, subscribed to at once.
    ///   - step: the virtual time of a character.
    ///   - marble: the character for a value; without it the first one of its description.
    /// - Returns: the recorder, which cancels when it is released.
    public func record<P: Publisher>(
        _ publisher: P, step: VirtualTime.Stride = .seconds(1),
        marble: @escaping @Sendable (P.Output) -> Character = { "\($0)".first ?? "?" }
    ) -> MarbleRecorder {
        MarbleRecorder(publisher, scheduler: self, step: step, marble: marble)
    }

    /// Reads a diagram, and writes groups as it does from then on.
    private func read(_ marbles: String) -> MarbleDiagram {
        let diagram = MarbleDiagram(marbles)
        if let brackets = diagram.brackets { self.brackets = brackets }
        return diagram
    }

    private func play<Failure: Error>(
        _ diagram: MarbleDiagram, step: VirtualTime.Stride, into subject: PassthroughSubject<String, Failure>,
        failure: @escaping @Sendable () -> Failure
    ) {
        for (index, events) in diagram.steps.enumerated() where !events.isEmpty {
            let date = now.advanced(by: .nanoseconds(step.magnitude * index))
            schedule(after: date, tolerance: minimumTolerance, options: nil) {
                for event in events {
                    switch event {
                    case .value(let character): subject.send(String(character))
                    case .finish: subject.send(completion: .finished)
                    case .failure: subject.send(completion: .failure(failure()))
                    }
                }
            }
        }
    }
}
