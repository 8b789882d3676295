import Dispatch
import SignalsStore
import Testing

@Suite struct EventQueueTests {
    @Test func keepsEventsInTheirOrder() throws {
        let container = try PersistentContainer(name: "Zoo", model: Zoo.model, stores: [.inMemory()])
        defer { container.close() }
        try container.inBackground { context in
            let events = EventQueue(context: context)
            let keeper = Keeper(context: context)
            keeper.name = "Ada"
            for grams in [120, 90] {
                let banana = Banana(context: context)
                banana.grams = grams
                keeper.eat(banana, reportingTo: events)
            }
            #expect(events.events.compactMap { ($0 as? AteFood)?.grams } == [120, 90])
        }
    }

    @Test func enqueueingOffTheUnitsQueueStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let container = try PersistentContainer(name: "Zoo", model: Zoo.model, stores: [.inMemory()])
            let context = container.newBackgroundContext()
            let events = context.performAndWait { Unchecked(EventQueue(context: context)) }
            DispatchQueue(label: "elsewhere").sync { events.value.enqueue(Planted(number: 1)) }
        }
    }
}
