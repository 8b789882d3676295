#if !canImport(Darwin)
    import Dispatch
    import Foundation

    /// The actions scheduled on the main run loop, to run on it or on the main dispatch queue, whichever runs first.
    ///
    /// A program runs one of them, and cannot be asked which: its main thread may run the run loop, which serves the queue too;
    /// or, with an asynchronous `main`, leave all to the queue, so that the run loop never runs. Both are notified of
    /// work, each at most once at a time, so that nothing piles up where nobody looks. They cannot run at once: while
    /// the run loop runs, the queue runs inside it.
    final class MainRunLoopActions: Sendable {
        static let shared = MainRunLoopActions()

        private enum Runner: CaseIterable { case runLoop, queue }

        private struct State: Sendable {
            var actions = Queue<@Sendable () -> Void>()

            /// The runners that were notified, and have not come yet.
            var expected: Set<Runner> = []

            /// Adds an action. Returns the runners to be notified.
            mutating func add(_ action: @escaping @Sendable () -> Void) -> [Runner] {
                actions.append(action)
                return takeRunners()
            }

            mutating func takeRunners() -> [Runner] {
                Runner.allCases.filter { expected.insert($0).inserted }
            }
        }

        /// The most actions that run in one go, so that other sources of the run loop are served too.
        private static let batchSize = 128

        private let state = Locked(State())

        /// Runs the action on the main run loop, or the main queue.
        func run(_ action: @escaping @Sendable () -> Void) {
            wake(state.withLock { $0.add(action) })
        }

        private func wake(_ runners: [Runner]) {
            for runner in runners {
                switch runner {
                case .queue:
                    DispatchQueue.main.async { self.runAll(on: .queue) }
                case .runLoop:
                    RunLoop.main.performAndWakeUp(in: .common) { self.runAll(on: .runLoop) }
                }
            }
        }

        /// Runs the actions that wait. If one runs the run loop itself, the others run inside it, as on any run loop.
        private func runAll(on runner: Runner) {
            state.release { $0.expected.remove(runner) }
            for _ in 0..<Self.batchSize {
                guard let action = state.withLock({ $0.actions.popFirst() }) else { return }
                action()
            }
            wake(state.withLock { $0.actions.isEmpty ? [] : $0.takeRunners() })
        }
    }
#endif
