import SignalsStore
import Testing

@Suite struct SearchableOptionTests {
    @Test func onlyATextThatIsStoredIsSearchable() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try PersistentContainer(
                name: "Test", model: ManagedObjectModel(Counted.self), stores: [.inMemory()])
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("Counted.count is .searchable, and is not a text that is stored."))
    }

    @Test func aNameThatAnIndexHasNoColumnForIsRefused() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try PersistentContainer(name: "Test", model: ManagedObjectModel(Ranked.self), stores: [.inMemory()])
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("Ranked.rank is .searchable, and an index of words has no column of that name."))
    }
}

private final class Counted: ManagedObject {
    @Attribute(.searchable) var count = 0
}

private final class Ranked: ManagedObject {
    @Attribute(.searchable) var rank = ""
}
