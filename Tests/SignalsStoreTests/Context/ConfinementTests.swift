import Foundation
import SignalsStore
import Testing

/// Makes a container that lives as long as the process, for tests that end it.
private func makeContainer() throws -> PersistentContainer {
    try PersistentContainer(name: "Doomed", model: ManagedObjectModel(Chore.self, Ticket.self), stores: [.inMemory()])
}

private func message(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

@Suite struct ConfinementTests {
    @Test func readingAnAttributeOffTheQueueStopsTheProgramAndNamesContextAndQueues() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContainer().newBackgroundContext()
            context.name = "kitchen"
            let chore = context.performAndWait { Unchecked(Chore(context: context)) }
            DispatchQueue(label: "a foreign queue").sync { print(chore.value.name) }
        }
        let text = message(of: result)
        #expect(text.contains("Chore.name was used off its queue"))
        #expect(text.contains("\"kitchen\""))
        #expect(text.contains("context of Doomed"))
        #expect(text.contains("a foreign queue"))
    }

    @Test func assigningAnAttributeOffTheQueueStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContainer().newBackgroundContext()
            let chore = context.performAndWait { Unchecked(Chore(context: context)) }
            chore.value.minutes = 3
        }
        #expect(message(of: result).contains("Chore.minutes was used off its queue"))
    }

    @Test func aDetachedTaskCannotTouchAnObjectOfTheViewContext() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try makeContainer()
            let chore = await MainActor.run { Unchecked(Chore(context: container.viewContext)) }
            await Task.detached { chore.value.name = "changed" }.value
        }
        #expect(message(of: result).contains("the main queue"))
    }

    @Test func fetchingOffTheQueueStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try makeContainer().newBackgroundContext().fetch(FetchRequest<Chore>())
        }
        #expect(message(of: result).contains("ManagedObjectContext.fetch(_:) was used off its queue"))
    }

    @Test func insertingOffTheQueueStopsTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = Chore(context: try makeContainer().newBackgroundContext()) }
    }

    @Test func anObjectOfOneBackgroundTaskCannotBeUsedInAnother() async {
        await #expect(processExitsWith: .failure) {
            let container = try makeContainer()
            let kept = try await container.performBackgroundTask { Unchecked((Chore(context: $0), $0)) }.value
            try await container.performBackgroundTask { _ in kept.value.0.name = "leaked" }.value
        }
    }

    @Test func deletingAnObjectOfAnotherContextStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try makeContainer()
            let first = container.newBackgroundContext()
            let second = container.newBackgroundContext()
            let chore = first.performAndWait { Unchecked(Chore(context: first)) }
            second.performAndWait { second.delete(chore.value) }
        }
        #expect(message(of: result).contains("existingObject(with:"))
    }

    @Test func aClassThatTheModelDoesNotNameStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try makeContainer()
            _ = container.newBackgroundContext().performAndWait {
                Everything(context: container.newBackgroundContext()).objectID
            }
        }
        #expect(message(of: result).contains("Everything is not part of the container's model"))
    }

    @Test func closingAContainerInsideItsOwnTaskStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let container = try makeContainer()
            try await container.performBackgroundTask { _ in container.close() }.value
        }
    }

    @Test func whatAContextTellsAndDoesBelongsToItsQueueToo() async {
        #expect(
            message(
                of: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    try makeContainer().newBackgroundContext().undo()
                }
            ).contains("ManagedObjectContext.undo() was used off its queue"))
        #expect(
            message(
                of: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = try makeContainer().newBackgroundContext().insertedObjects
                }
            ).contains("ManagedObjectContext.insertedObjects was used off its queue"))
        #expect(
            message(
                of: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    try makeContainer().newBackgroundContext().refreshAllObjects()
                }
            ).contains("ManagedObjectContext.refreshAllObjects() was used off its queue"))
        #expect(
            message(
                of: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    try makeContainer().newBackgroundContext().reset()
                }
            ).contains("ManagedObjectContext.reset() was used off its queue"))
        #expect(
            message(
                of: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = try makeContainer().newBackgroundContext().objectsDidChange
                }
            ).contains("ManagedObjectContext.objectsDidChange was used off its queue"))
    }

    @Test func theStateOfAnObjectAndItsPublisherBelongToTheQueueToo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContainer().newBackgroundContext()
            let chore = context.performAndWait { Unchecked(Chore(context: context)) }
            _ = chore.value.hasChanges
        }
        #expect(message(of: result).contains("Chore.hasChanges was used off its queue"))
        let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContainer().newBackgroundContext()
            let chore = context.performAndWait { Unchecked(Chore(context: context)) }
            _ = chore.value.objectWillChange
        }
        #expect(message(of: other).contains("Chore.objectWillChange was used off its queue"))
    }

    @Test func anObjectThatOutlivesItsContextSaysSoWhenItIsUsed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try makeContainer()
            var context: ManagedObjectContext? = container.newBackgroundContext()
            let chore = context?.performAndWait { [context] in Unchecked(Chore(context: context!)) }
            context = nil
            chore?.value.name = "late"
        }
        #expect(message(of: result).contains("The context is gone: keep it as long as its objects."))
    }

    @Test func anAssignmentInAContextThatIsGoneStopsTheProgramOnTheMainQueueToo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try makeContainer()
            await MainActor.run {
                var chore: Chore
                do {
                    let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: container.viewContext)
                    chore = Chore(context: form)
                }
                chore.name = "late"
            }
        }
        #expect(message(of: result).contains("Chore.name was assigned, but the context is gone"))
    }

    @Test func aGroupThatWasNotClosedStopsUndo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContainer().newBackgroundContext()
            context.performAndWait {
                context.beginUndoGrouping()
                context.undo()
            }
        }
        #expect(message(of: result).contains("Call endUndoGrouping() first"))
        let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContainer().newBackgroundContext()
            context.performAndWait { context.endUndoGrouping() }
        }
        #expect(message(of: other).contains("without beginUndoGrouping()"))
    }

    @Test @MainActor func theMainActorMayUseTheViewContextOnWhateverThreadItRuns() async throws {
        let container = try makeContainer()
        defer { container.close() }
        let chore = Chore(context: container.viewContext)
        chore.name = "before"
        await Task.yield()
        await Task.detached {}.value
        chore.name += " and after"
        #expect(chore.name == "before and after")
        container.viewContext.performAndWait { chore.minutes = 2 }
        #expect(chore.minutes == 2)
    }

    @Test func aBackgroundQueueMayUseTheViewContextInsidePerformAndWait() async throws {
        let container = try makeContainer()
        defer { container.close() }
        let view = await container.viewContext
        let name = await view.perform {
            let chore = Chore(context: view)
            chore.name = "from outside"
            return chore.name
        }
        #expect(name == "from outside")
    }

    @Test func theIDMayBeReadAnywhere() throws {
        let container = try makeContainer()
        defer { container.close() }
        let context = container.newBackgroundContext()
        let chore = context.performAndWait { Unchecked(Chore(context: context)) }
        #expect(chore.value.objectID == chore.value.objectID)
        #expect(chore.value.managedObjectContext === context)
    }
}
