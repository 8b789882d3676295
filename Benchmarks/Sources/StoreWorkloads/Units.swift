import Dispatch
import Signals
import SignalsStore

// Units of work that insert one object each, and the same without units.
extension StoreWorkloads {
    private struct Inserted: DomainEvent { let number: Int }

    /// Units on a container, all at once.
    public static func peerUnits(_ count: Int) -> Double {
        atOnce(count) { container in
            let unit = UnitOfWork(container: container)
            return { number in unit.execute { context in _ = insert(number..<number + 1, into: context) } }
        }
    }

    /// Units in children of one context, all at once.
    public static func childUnits(_ count: Int) -> Double {
        atOnce(count) { container in
            let unit = UnitOfWork(parent: container.newBackgroundContext())
            return { number in unit.execute { context in _ = insert(number..<number + 1, into: context) } }
        }
    }

    /// Units on a container that each send an event, all at once.
    public static func unitsWithEvents(_ count: Int) -> Double {
        let events = DomainEventPublisher()
        let cancellable = events.publisher(for: Inserted.self).sink { event in sum &+= event.number }
        defer { cancellable.cancel() }
        return atOnce(count) { container in
            let unit = UnitOfWork(container: container)
            return { number in
                unit.execute(publishingTo: events) { context, events in
                    insert(number..<number + 1, into: context)
                    events.enqueue(Inserted(number: number))
                }
            }
        }
    }

    /// Background tasks that save, all at once.
    public static func backgroundTasks(_ count: Int) -> Double {
        atOnce(count) { container in
            { number in
                container.performBackgroundTask { context in
                    insert(number..<number + 1, into: context)
                    try context.save()
                }
            }
        }
    }

    /// Units on a container, one after another.
    public static func awaitedUnits(_ count: Int) -> Double {
        oneByOne(count) { container, number in
            try await UnitOfWork(container: container)
                .execute { context in _ = insert(number..<number + 1, into: context) }.value
        }
    }

    /// Background tasks that save, one after another.
    public static func awaitedBackgroundTasks(_ count: Int) -> Double {
        oneByOne(count) { container, number in
            try await container.performBackgroundTask { context in
                insert(number..<number + 1, into: context)
                try context.save()
            }.value
        }
    }

    private static func atOnce<Failure: Error>(
        _ count: Int, _ start: (PersistentContainer) -> (Int) -> Future<Void, Failure>
    ) -> Double {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            let start = start(container)
            return nanoseconds {
                let all = DispatchGroup()
                let cancellables = (0..<count).map { number in
                    all.enter()
                    return start(number).sink(
                        receiveCompletion: { completion in
                            if case .failure(let error) = completion { fatalError("The benchmark failed: \(error)") }
                            all.leave()
                        }, receiveValue: {})
                }
                all.wait()
                withExtendedLifetime(cancellables) {}
            }
        }
    }

    private static func oneByOne(
        _ count: Int, _ work: @escaping @Sendable (PersistentContainer, Int) async throws -> Void
    ) -> Double {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            return nanoseconds {
                let done = DispatchSemaphore(value: 0)
                Task {
                    do { for number in 0..<count { try await work(container, number) } } catch {
                        fatalError("The benchmark failed: \(error)")
                    }
                    done.signal()
                }
                done.wait()
            }
        }
    }
}
