import Foundation
import SignalsStore
import Testing

private final class Entry: ManagedObject { @Attribute var text = "" }
private final class Author: ManagedObject { @Attribute var name = "" }
private final class Stray: ManagedObject { @Attribute var name = "" }

/// Which store a new object goes into, and that a program which does not say so is stopped.
@Suite struct StorePlacementTests {
    private static func open(_ configurations: String?...) throws -> PersistentContainer {
        try PersistentContainer(
            name: "Several",
            model: ManagedObjectModel(
                configurations: ["Main": [Entry.self, Author.self], "Cache": [Entry.self]], Stray.self),
            stores: configurations.map { .inMemory(configuration: $0) })
    }

    @Test func theOnlyStoreOfAnEntityNeedsNotBeNamed() throws {
        let container = try Self.open("Main", "Cache")
        defer { container.close() }
        try container.inBackground { context in
            Author(context: context).name = "Ada"
            Author(context: context, configuration: "Main").name = "Grace"
            try context.save()
            #expect(try context.count(for: FetchRequest<Author>()) == 2)
        }
    }

    @Test func theStoreWithoutAConfigurationIsNamedByNil() throws {
        let container = try Self.open("Cache", nil)
        defer { container.close() }
        try container.inBackground { context in
            Entry(context: context, configuration: nil).text = "in the other"
            Entry(context: context, configuration: "Cache").text = "cached"
            Author(context: context).name = "Ada"
            try context.save()
            #expect(try context.count(for: FetchRequest<Entry>()) == 2)
        }
    }

    @Test func oneOfSeveralStoresHasToBeNamed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try StorePlacementTests.open("Main", "Cache")
            try container.inBackground { _ = Entry(context: $0) }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Several stores keep Entry: say which with Entry(context:configuration:)"))
        #expect(message.contains("Main, Cache"))
    }

    @Test func anEntityThatNoStoreKeepsIsNamed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try StorePlacementTests.open("Main", "Cache")
            try container.inBackground { _ = Stray(context: $0) }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Stray is in no store"))
    }

    @Test(arguments: [["Main", "Cache"], ["Cache"]])
    func noOtherStoreIsTakenForTheOneThatWasNamed(configurations: [String]) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [configurations = configurations as [String]] in
            let container = try PersistentContainer(
                name: "Several",
                model: ManagedObjectModel(configurations: ["Main": [Entry.self], "Cache": [Entry.self]]),
                stores: configurations.map { .inMemory(configuration: $0) })
            try container.inBackground { _ = Entry(context: $0, configuration: "Archive") }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("configuration \"Archive\", which the container does not have"))
    }

    @Test func aConfigurationThatTheModelDoesNotHaveIsNamed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try StorePlacementTests.open("Archive")
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("The model has no configuration \"Archive\". It has: Cache, Main."))
    }

    @Test func aModelNamesItsConfigurations() {
        let model = ManagedObjectModel(configurations: ["B": [], "A": [Entry.self]])
        #expect(model.configurations == ["A", "B"])
    }
}
