import AnotherStore
import SignalsStore
import XCTest

final class RelationshipTests: XCTestCase {
    private func plant(_ name: String, in context: ManagedObjectContext) -> Plant {
        let plant = Plant(context: context)
        plant.name = name
        return plant
    }

    private func names(_ plants: some Sequence<Plant>) -> [String] { plants.map(\.name).sorted() }

    func testAToManyFollowsItsToOneAndCascades() throws {
        let container = try makeGarden()
        try container.inBackground { context in
            let bed = Bed(context: context)
            bed.plants = [plant("Rose", in: context), plant("Ivy", in: context)]
            plant("Fern", in: context).bed = bed
            _ = plant("Moss", in: context)
            try context.save()
        }
        try container.inBackground { context in
            let bed = try context.fetch(FetchRequest<Bed>())[0]
            XCTAssertEqual(names(bed.plants), ["Fern", "Ivy", "Rose"])
            bed.plants = bed.plants.filter { $0.name != "Ivy" }
            try context.save()
        }
        try container.inBackground { context in
            let request = FetchRequest<Plant>(predicate: #Predicate { $0.bed == nil })
            XCTAssertEqual(names(try context.fetch(request)), ["Ivy", "Moss"])
            context.delete(try context.fetch(FetchRequest<Bed>())[0])
            try context.save()
        }
        XCTAssertEqual(try container.plantNames(), ["Ivy", "Moss"], "the bed's plants went with it")
    }

    func testManyToManyIsKeptFromEitherSide() throws {
        let container = try makeGarden()
        try container.inBackground { context in
            let (rose, ivy) = (plant("Rose", in: context), plant("Ivy", in: context))
            let tag = Tag(context: context)
            tag.plants = [rose, ivy]
            rose.neighbours = [ivy]
            try context.save()
        }
        try container.inBackground { context in
            let found = try context.fetch(FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(found.map { $0.tags.count }, [1, 1])
            XCTAssertEqual(names(found[1].neighbours), ["Ivy"])
            found[0].tags = []
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(names(try context.fetch(FetchRequest<Tag>())[0].plants), ["Rose"])
            context.delete(try context.fetch(FetchRequest<Plant>(predicate: #Predicate { $0.name == "Rose" }))[0])
            try context.save()
        }
        XCTAssertEqual(try container.inBackground { try $0.fetch(FetchRequest<Tag>())[0].plants.count }, 0)
    }

    func testAnOrderIsKeptAndTwoWhoChangeItAtOnceBothSucceed() throws {
        let container = try makeGarden()
        try container.inBackground { context in
            let walk = Walk(context: context)
            walk.stops = ["c", "a", "d", "b"].map { plant($0, in: context) }
            try context.save()
        }
        let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        func stops(in context: ManagedObjectContext) throws -> [String] {
            try context.performAndWait { try context.fetch(FetchRequest<Walk>())[0].stops.map(\.name) }
        }
        XCTAssertEqual(try stops(in: one), ["c", "a", "d", "b"])
        XCTAssertEqual(try stops(in: other), ["c", "a", "d", "b"])
        try one.performAndWait {
            try one.fetch(FetchRequest<Walk>())[0].stops.append(plant("e", in: one))
            try one.save()
        }
        try other.performAndWait {
            let walk = try other.fetch(FetchRequest<Walk>())[0]
            walk.stops.insert(walk.stops.remove(at: 2), at: 0)
            try other.save()
        }
        XCTAssertEqual(try stops(in: container.newBackgroundContext()), ["d", "c", "a", "b", "e"])
    }

    func testReferencesToAnObjectThatSomeoneElseDeletedAreRefused() throws {
        let container = try makeGarden()
        let bed = try container.inBackground { context in
            let bed = Bed(context: context)
            try context.save()
            return bed.objectID
        }
        let context = container.newBackgroundContext()
        let failure = try context.performAndWait {
            let here = try context.existingObject(with: bed)
            try container.inBackground { other in
                other.delete(try other.existingObject(with: bed))
                try other.save()
            }
            plant("Rose", in: context).bed = here
            return reason { try context.save() }
        }
        guard case .relatedObjectDeleted = failure else { return XCTFail("\(String(describing: failure))") }
        XCTAssertEqual(try container.plantNames(), [])
    }
}
