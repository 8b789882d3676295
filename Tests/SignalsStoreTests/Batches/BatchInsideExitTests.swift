import Signals
import SignalsStore
import Testing

/// A batch is a transaction of its own, and none of what is saved together or not at all.
@Suite struct BatchInsideExitTests {
    private static let batch = BatchDeleteRequest(fetchRequest: FetchRequest<Chore>())

    private static func run(_ body: @escaping @Sendable (ManagedObjectContext) throws -> Void) async throws {
        let container = try PersistentContainer(
            name: "Household", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
        try await UnitOfWork(container: container).execute(body).value
    }

    @Test func aBatchInTheClosureStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Self.run { context in
                Chore(context: context).name = "pending"
                try context.execute(Self.batch)
            }
        }
        expectAdvice(result)
    }

    @Test func aBatchBySubscribersWhileTheWholeIsPreparedStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Self.run { context in
                Chore(context: context).name = "pending"
                // It lives until its first value, which it has when the closure has returned.
                context.willSave.first().subscribe(
                    Subscribers.Sink { _ in
                    } receiveValue: { _ in
                        _ = try? context.execute(Self.batch)
                    })
            }
        }
        expectAdvice(result)
    }

    private func expectAdvice(_ result: ExitTest.Result?) {
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("A batch request on Chore was executed inside of a closure"))
        #expect(message.contains("use container.execute(_:), or a background context"))
    }
}
