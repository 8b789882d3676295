import Foundation
import Testing

@testable import SignalsStore

private final class Alike: ManagedObject {
    @Attribute var name = ""
    @Attribute var Name = ""
}

private final class Base64: ManagedObject {
    var counter = 3
    lazy var text = "not stored"
    @Attribute var stored = 7
    weak var friend: Base64?
    @Attribute(.indexed) var last = "z"
}

@Suite struct ManagedObjectModelTests {
    @Test func attributesAreFoundInTheirOrderWithTheirOptions() {
        let entity = ManagedObjectModel(Chore.self).entities[0]
        #expect(entity.name == "Chore")
        #expect(entity.attributes.map(\.name) == ["name", "notes", "dueDate", "minutes", "frequency", "isDone"])
        #expect(entity.attributes.map(\.isUnique) == [true, false, false, false, false, false])
        #expect(entity.attributes.map(\.isIndexed) == [true, false, true, false, false, false])
        #expect(entity.attributes.map(\.isOptional) == [false, true, false, false, false, false])
        #expect(entity.attributes[4].type == .integer64)
    }

    @Test func whatIsNoAttributeIsLeftAlone() throws {
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Base64.self), stores: [.inMemory()])
        defer { container.close() }
        try container.inBackground { context in
            let object = Base64(context: context)
            object.stored = 9
            object.counter = 4
            object.text = "changed"
            object.last = "a"
            try context.save()
            let found = try context.fetch(
                FetchRequest<Base64>(predicate: #Predicate { $0.stored == 9 && $0.last == "a" }))
            #expect(found.count == 1)
            #expect(object.counter == 4)
        }
    }

    @Test func aKeyPathLeadsToAnAttributeOrTheIDOrNothing() {
        let entity = ManagedObjectModel(Chore.self).entities[0]
        #expect(entity.target(of: \Chore.minutes) == .attribute(3))
        #expect(entity.target(of: \Chore.objectID) == .objectID)
        #expect(
            entity.target(of: \Chore.alias) == .attribute(0), "a property that hands on an attribute is that attribute")
        #expect(entity.target(of: \Chore.shoutedName) == nil)
        #expect(entity.target(of: \Chore.isInserted) == nil)
    }

    @Test func twoNamesThatDifferInCaseOnlyStopTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = ManagedObjectModel(Alike.self) }
    }

    @Test func aClassThatIsGivenTwiceStopsTheProgramWithItsName() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ManagedObjectModel(Chore.self, Ticket.self, Chore.self)
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("The model has Chore twice"))
    }

    @Test func anIDIsACodableValueThatNamesItsClass() throws {
        let id = ManagedObjectID<Chore>(store: UUID(), number: 12)
        let copy = try JSONDecoder().decode(ManagedObjectID<Chore>.self, from: JSONEncoder().encode(id))
        #expect(copy == id)
        #expect("\(id)" == "Chore/12")
        #expect(AnyManagedObjectID(id).typed(as: Chore.self) == id)
        #expect(AnyManagedObjectID(id).typed(as: Ticket.self) == nil)
    }

    @Test func valuesThatNoAttributeOfTheTypeCanHaveAreRefused() {
        #expect(throws: AttributeValueError.self) { try Bool(storedValue: .integer(2)) }
        #expect(throws: AttributeValueError.self) { try Int8(storedValue: .integer(128)) }
        #expect(throws: AttributeValueError.self) { try UInt64(storedValue: .integer(-1)) }
        #expect(throws: AttributeValueError.self) { try Float(storedValue: .real(0.1)) }
        #expect(throws: AttributeValueError.self) { try UUID(storedValue: .blob(Data([1]))) }
        #expect(throws: AttributeValueError.self) { try Decimal(storedValue: .text("twelve")) }
        #expect(throws: AttributeValueError.self) { try String(storedValue: .null) }
        #expect(throws: AttributeValueError.self) { try Frequency(storedValue: .integer(9)) }
        #expect(throws: AttributeValueError.self) { try Address(storedValue: .text("{")) }
    }

    @Test func storedValuesAreEqualWhenTheirBytesAre() {
        #expect(StoredValue.text("e\u{301}") != .text("\u{e9}"))
        #expect(StoredValue.real(.nan) == .real(.nan))
        #expect(StoredValue.real(0) != .real(-0.0))
        #expect(Set([StoredValue.null, .integer(1), .real(1), .text("1"), .blob(Data([1]))]).count == 5)
    }
}
