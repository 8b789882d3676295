import Dispatch
import Foundation
import XCTest

@testable import SignalsStore

final class IdentityTableTests: XCTestCase {
    func testARowGivesTheSameObjectAsLongAsSomeoneUsesIt() throws {
        let container = try makeContainer()
        let id = try container.addChores("Water plants")[0]
        try container.inBackground { context in
            let first = try context.existingObject(with: id)
            XCTAssertTrue(try context.existingObject(with: id) === first)
            XCTAssertTrue(try context.fetch(FetchRequest<Chore>())[0] === first)
        }
    }

    func testAnObjectThatNobodyUsesIsGoneAtOnceAndReadAgain() throws {
        let container = try makeContainer()
        let id = try container.addChores("Water plants")[0]
        try container.inBackground { context in
            weak var gone: Chore?
            do { gone = try context.existingObject(with: id) }
            XCTAssertNil(gone)
            XCTAssertNil(context.objects[id.number])
            XCTAssertEqual(try context.existingObject(with: id).name, "Water plants")
        }
    }

    func testObjectsThatGoAwayOnAnotherThreadAreReadAgain() throws {
        let container = try makeContainer()
        try container.addChores("Water plants")
        let context = container.newBackgroundContext()
        for _ in 0..<200 {
            let kept = Kept(try context.performAndWait { try Kept(context.fetch(FetchRequest<Chore>())[0]) }.take())
            let released = expectation(description: "released")
            DispatchQueue.global().async {
                kept.drop()
                released.fulfill()
            }
            try context.performAndWait {
                XCTAssertEqual(try context.fetch(FetchRequest<Chore>()).map(\.name), ["Water plants"])
            }
            wait(for: [released], timeout: 10)
        }
        XCTAssertEqual(context.performAndWait { context.objects.all.count }, 0)
    }

    func testManyObjectsAreFoundWhileOthersComeAndGo() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            var generator = SystemRandomNumberGenerator()
            var kept: [Int64: Chore] = [:]
            for round in 0..<5000 {
                let chore = Chore(context: context)
                chore.name = "\(round)"
                kept[chore.number] = chore
                if round.isMultiple(of: 3), let key = kept.keys.randomElement(using: &generator) {
                    context.delete(kept.removeValue(forKey: key)!)
                    XCTAssertNil(context.objects[key])
                }
            }
            try context.save()
            for (key, chore) in kept { XCTAssertTrue(context.objects[key] === chore) }
            XCTAssertEqual(Set(context.objects.all.map(\.number)), Set(kept.keys))
        }
    }

    func testAnObjectMayBeLookedUpInTheDeinitOfItsClass() throws {
        let container = try makeContainer(ManagedObjectModel(Farewell.self))
        try container.inBackground { context in
            let id = Farewell(context: context).objectID
            try context.save()
            XCTAssertEqual(try context.existingObject(with: id).number, id.number)
            XCTAssertEqual(try context.fetch(FetchRequest<Farewell>()).count, 1)
        }
    }
}

/// An object that looks for itself when it goes away.
private final class Farewell: ManagedObject {
    @Attribute var text = ""

    deinit {
        guard let context = managedObjectContext else { return }
        _ = context.objects[number]
    }
}

/// Holds an object for another thread to let go of, which the compiler would refuse.
// SAFETY: one thread after the other.
private final class Kept: @unchecked Sendable {
    private var object: Chore?

    init(_ object: Chore) { self.object = object }

    func take() -> Chore { object! }
    func drop() { object = nil }
}
