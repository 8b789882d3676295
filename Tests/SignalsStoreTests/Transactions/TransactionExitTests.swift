import SignalsStore
import Testing

@Suite struct TransactionExitTests {
    private static func makeStack() throws -> DataStack {
        DataStack(try PersistentContainer(name: "City", model: ManagedObjectModel(Citizen.self), stores: [.inMemory()]))
    }

    @Test func aSecondCommitStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Self.makeStack().beginSynchronous { transaction in
                transaction.commit()
                transaction.commit()
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("commit() was called twice"))
        #expect(message.contains("beginDetached()"))
    }
}
