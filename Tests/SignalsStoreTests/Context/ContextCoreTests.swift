import Dispatch
import Foundation
import Signals
import Testing

@testable import SignalsStore

@Suite struct ContextCoreTests {
    private func makeContainer() throws -> PersistentContainer {
        try PersistentContainer(name: "core", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
    }

    @Test func aContextIsFoundUntilItGoesAway() throws {
        let container = try makeContainer()
        defer { container.close() }
        var context: ManagedObjectContext? = container.newBackgroundContext()
        context?.name = "kept"
        let confinement = try #require(context?.confinement)
        #expect(confinement.context === context)
        context = nil
        #expect(confinement.context == nil)
        #expect(confinement.displayName == "the context \"kept\"")
    }

    @Test func whoWaitsForAContextsSavesIsLetGoWithIt() throws {
        let container = try makeContainer()
        defer { container.close() }
        var context: ManagedObjectContext? = container.newBackgroundContext()
        let confinement = try #require(context?.confinement)
        let watching = context?.didSave.sink { _ in }
        #expect(confinement.core.withLock { !$0.subjects.isEmpty })
        context = nil
        #expect(confinement.core.withLock { $0.subjects.isEmpty })
        withExtendedLifetime(watching) {}
    }

    @Test func aContextThatGoesAwayMeanwhileIsFoundWholeOrNotAtAll() throws {
        let container = try makeContainer()
        defer { container.close() }
        for _ in 0..<200 {
            let kept = Locked<ManagedObjectContext?>(container.newBackgroundContext())
            let confinement = try #require(kept.withLock { $0?.confinement })
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                if index == 0 { _ = kept.withLock { $0.take() } } else { _ = confinement.context?.name }
            }
            #expect(confinement.context == nil)
        }
    }
}
