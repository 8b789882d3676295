import Dispatch
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

    @Test func changingAnObjectOutsideATransactionStopsTheProgramAndShowsTheRightWay() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Self.changeOutsideATransaction()
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Citizen.age was assigned. What a data stack fetches is for reading."))
        #expect(message.contains("transaction.edit(person.objectID)"))
    }

    @MainActor private static func changeOutsideATransaction() throws {
        let stack = try makeStack()
        try stack.beginSynchronous { transaction in
            transaction.create(Into<Citizen>()).name = "Jane"
            transaction.commit()
        }
        try stack.fetchOne(From<Citizen>())?.age += 1
    }

    @Test func aDetachedTransactionOffItsQueueStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Self.makeStack()
            let queue = DispatchQueue(label: "owner")
            let detached = queue.sync { Unchecked(stack.beginDetached(on: queue)) }
            DispatchQueue(label: "elsewhere").sync { _ = detached.value.create(Into<Citizen>()) }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("whose queue is owner; this code runs on elsewhere"))
    }
}
