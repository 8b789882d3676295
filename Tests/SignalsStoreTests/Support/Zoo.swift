import Foundation
import SignalsStore

/// A keeper, who eats bananas and reports it: the models of units of work and their events.
final class Keeper: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var bananasEaten = 0

    func eat(_ banana: Banana, reportingTo events: EventQueue) {
        bananasEaten += 1
        events.enqueue(AteFood(keeper: name, grams: banana.grams))
        managedObjectContext?.delete(banana)
    }
}

final class Banana: ManagedObject {
    @Attribute var grams = 0
}

struct AteFood: DomainEvent, Equatable {
    let keeper: String
    let grams: Int
}

struct Planted: DomainEvent, Equatable {
    let number: Int
}

struct OutOfBananas: Error, Equatable {}

enum Zoo {
    static var model: ManagedObjectModel { ManagedObjectModel(Keeper.self, Banana.self) }
}

extension ManagedObjectContext {
    func biggestBanana() throws -> Banana {
        var request = FetchRequest<Banana>(sortBy: [SortDescriptor(\.grams, order: .reverse)])
        request.fetchLimit = 1
        guard let banana = try fetch(request).first else { throw OutOfBananas() }
        return banana
    }

    func grams() throws -> [Int] {
        try fetch(FetchRequest<Banana>(sortBy: [SortDescriptor(\.grams)])).map(\.grams)
    }
}
