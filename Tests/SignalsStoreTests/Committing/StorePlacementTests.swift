import Foundation
import SignalsStore
import Testing

private final class Clipping: ManagedObject { @Attribute var text = "" }
private final class Curator: ManagedObject { @Attribute var name = "" }
private final class Stray: ManagedObject { @Attribute var name = "" }

/// The store that a new object goes into; a program which does not say so is stopped.
@Suite struct StorePlacementTests {
    private static func open(_ configurations: String?...) throws -> PersistentContainer {
        try PersistentContainer(
            name: "Several",
            model: ManagedObjectModel(
                configurations: ["Main": [Clipping.self, Curator.self], "Cache": [Clipping.self]], Stray.self),
            stores: configurations.map { .inMemory(configuration: $0) })
    }

    @Test func theOnlyStoreOfAnEntityNeedsNotBeNamed() throws {
        let container = try Self.open("Main", "Cache")
        defer { container.close() }
        try container.inBackground { context in
            Curator(context: context).name = "Ada"
            Curator(context: context, configuration: "Main").name = "Grace"
            try context.save()
            #expect(try context.count(for: FetchRequest<Curator>()) == 2)
        }
    }

    @Test func theStoreWithoutAConfigurationIsNamedByNil() throws {
        let container = try Self.open("Cache", nil)
        defer { container.close() }
        try container.inBackground { context in
            Clipping(context: context, configuration: nil).text = "in the other"
            Clipping(context: context, configuration: "Cache").text = "cached"
            Curator(context: context).name = "Ada"
            try context.save()
            #expect(try context.count(for: FetchRequest<Clipping>()) == 2)
        }
    }

    @Test func oneOfSeveralStoresHasToBeNamed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try StorePlacementTests.open("Main", "Cache")
            try container.inBackground { _ = Clipping(context: $0) }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Several stores keep Clipping: say which with Clipping(context:configuration:)"))
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
                model: ManagedObjectModel(configurations: ["Main": [Clipping.self], "Cache": [Clipping.self]]),
                stores: configurations.map { .inMemory(configuration: $0) })
            try container.inBackground { _ = Clipping(context: $0, configuration: "Archive") }
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
        let model = ManagedObjectModel(configurations: ["B": [], "A": [Clipping.self]])
        #expect(model.configurations == ["A", "B"])
    }
}
