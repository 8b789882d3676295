//: # Domain events
//: A domain object that posts a notification while it changes is heard too early: nothing is saved yet, and the save may
//: still fail. So it enqueues an event, and the unit of work sends it when everything is saved and merged.
import Foundation
import Signals
import SignalsStore

struct AteFood: DomainEvent {
    let child: String
    let grams: Int
}

final class Banana: ManagedObject {
    @Attribute var grams = 0
}

final class Child: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var bananasEaten = 0

    func eat(_ banana: Banana, reportingTo events: EventQueue) {
        bananasEaten += 1
        events.enqueue(AteFood(child: name, grams: banana.grams))
        managedObjectContext?.delete(banana)
    }
}

//: **Repositories** are made in the unit's closure, from its context: then what is fetched and what is changed belong
//: together. A repository that was wired to the main context when the program started would not.
struct BananaRepository {
    struct Empty: Error {}

    let context: ManagedObjectContext

    func biggestBanana() throws -> Banana {
        var request = FetchRequest<Banana>(sortBy: [SortDescriptor(\.grams, order: .reverse)])
        request.fetchLimit = 1
        guard let banana = try context.fetch(request).first else { throw Empty() }
        return banana
    }
}

struct ChildRepository {
    struct Empty: Error {}

    let context: ManagedObjectContext

    func hungriestChild() throws -> Child {
        var request = FetchRequest<Child>(sortBy: [SortDescriptor(\.bananasEaten)])
        request.fetchLimit = 1
        guard let child = try context.fetch(request).first else { throw Empty() }
        return child
    }
}

//: The application service.
struct FeedBiggestBanana: Sendable {
    let container: PersistentContainer
    let events: DomainEventPublisher

    @discardableResult
    func feed() -> Future<Void, UnitOfWorkError> {
        UnitOfWork(container: container).execute(publishingTo: events) { context, events in
            let bananas = BananaRepository(context: context)
            let children = ChildRepository(context: context)
            try children.hungriestChild().eat(bananas.biggestBanana(), reportingTo: events)
        }
    }
}

//: ## Try it
let container = try PersistentContainer(
    name: "Zoo", model: ManagedObjectModel(Child.self, Banana.self), stores: [.inMemory()])
let view = container.viewContext
let events = DomainEventPublisher()
var cancellables = Set<AnyCancellable>()
events.publisher(for: AteFood.self)
    .receive(on: MainActor.shared)
    .sink { event in
        let left = (try? view.count(for: FetchRequest<Banana>())) ?? -1
        print("\(event.child) ate \(event.grams) g; bananas left: \(left)")
    }
    .store(in: &cancellables)

try await UnitOfWork(container: container).execute { context in
    for name in ["Ada", "Bob"] { Child(context: context).name = name }
    for grams in [90, 120, 60] { Banana(context: context).grams = grams }
}.value

let feedBiggestBanana = FeedBiggestBanana(container: container, events: events)
try await feedBiggestBanana.feed().value
try await feedBiggestBanana.feed().value
try await feedBiggestBanana.feed().value

//: A unit that fails sends nothing.
do { try await feedBiggestBanana.feed().value } catch { print("nobody ate:", error) }

//: ## With a completion
//: For code that is made of callbacks.
let done = Future<String, Never> { promise in
    UnitOfWork(container: container).execute { context in
        Banana(context: context).grams = 75
        return "A banana of 75 g grew."
    } completion: { result in
        promise(.success((try? result.get()) ?? "It failed."))
    }
}
print(await done.value)

//: ## The pitfall, and what each strategy does about it
//: The main context has fetched an object and changed it, without saving yet. Meanwhile a unit changes the same object.
let banana = try view.fetch(FetchRequest<Banana>())[0]
banana.grams = 80
try await UnitOfWork(container: container).execute { context in
    try BananaRepository(context: context).biggestBanana().grams = 100
}.value
print("after a peer unit: \(banana.grams) g pending in the view context")
do { try view.save() } catch { print("the view context's save finds the conflict:", error) }
view.rollback()
print("rolled back: \(banana.grams) g")

banana.grams = 110
try await UnitOfWork(parent: view).execute { context in
    try BananaRepository(context: context).biggestBanana().grams = 130
}.value
print("after a child unit: \(banana.grams) g, pending: \(view.hasChanges)")
//: A peer keeps the view context clean and leaves its edit alone: the conflict is found, and the merge policy settles
//: it. A child works on the parent's own objects: its change took the place of the pending edit, and nobody was asked.
//: Hence the rule: **children for scratch pads, peers for fetch and edit.**
