import Foundation
import Signals
import Testing

@Suite struct MainActorIsolationExitTests {
    @Test func closuresOfTheMainActorFedFromBackgroundQueuesNeverTripAnIsolationCheck() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let counts = await MainActorScreen().runToTheEnd(values: 10_000)
            exit(counts == [10_000, 10_000, 10_000, 1] ? 0 : 1)
        }
    }
}

/// Takes values from a concurrent queue in closures that are formed on the main actor and check that they run there.
@MainActor
private final class MainActorScreen {
    private var mapped = 0
    private var handled = 0
    private var received = 0
    private var completions = 0
    private var cancellables = Set<AnyCancellable>()

    func runToTheEnd(values: Int) async -> [Int] {
        let subject = PassthroughSubject<Int, Never>()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            watch(subject) { continuation.resume() }
            DispatchQueue.global().async {
                DispatchQueue.concurrentPerform(iterations: values) { subject.send($0) }
                subject.send(completion: .finished)
            }
        }
        return [mapped, handled, received, completions]
    }

    private func watch(_ subject: PassthroughSubject<Int, Never>, whenDone: @escaping @MainActor () -> Void) {
        subject
            .receive(on: MainActor.shared)
            .map { [self] value in
                MainActor.assertIsolated()
                mapped += 1
                return value
            }
            .handleEvents(receiveOutput: { [self] _ in handled += 1 })
            .sink(
                receiveCompletion: { [self] _ in
                    MainActor.assertIsolated()
                    completions += 1
                    whenDone()
                },
                receiveValue: { [self] _ in received += 1 }
            )
            .store(in: &cancellables)
    }
}
