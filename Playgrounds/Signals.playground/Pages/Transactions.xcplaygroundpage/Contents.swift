//: # Transactions
//: Objects are read on the main actor and changed in transactions only: whoever reads sees a state that somebody
//: committed as a whole.
import Foundation
import Signals
import SignalsStore

final class MyPersonEntity: ManagedObject {
    @Attribute var name = ""
    @Attribute var age = 0
    @Relationship var friends: Set<MyPersonEntity> = []
}

let dataStack = DataStack(
    try PersistentContainer(
        name: "People", model: ManagedObjectModel(MyPersonEntity.self), stores: [.inMemory()]))

@MainActor func names() throws -> [String] {
    try dataStack.fetchAll(From<MyPersonEntity>(), OrderBy(\.name)).map(\.name)
}

//: ## Asynchronous transactions
//: The closure runs on a background queue, one transaction after the other; the call returns at once, with a future.
//: Without `commit()` nothing is kept.
dataStack.beginAsynchronous { transaction in
    transaction.create(Into<MyPersonEntity>()).name = "Nobody"
}
let outcome = try await dataStack.beginAsynchronous { transaction in
    let person = transaction.create(Into<MyPersonEntity>())
    person.name = "John Smith"
    person.age = 30
    transaction.commit()
}.value
print(outcome, try names())

//: ## Synchronous transactions
//: The same, but the call returns when the changes are saved. It blocks the caller and the transactions' queue: take
//: care that the closure waits for no other queue. Inside another transaction it is refused, and does not hang.
try dataStack.beginSynchronous { transaction in
    let person = transaction.create(Into<MyPersonEntity>())
    person.name = "Jane Smith"
    person.age = 28
    transaction.commit()
}
print(try names())
do {
    _ = try await dataStack.perform { _ in try dataStack.beginSynchronous { _ in } }.value
} catch { print("refused:", error) }

//: ## Detached transactions
//: They enclose nothing: made here, changed there, committed as often as their owner likes, on their owner's queue. A
//: second `commit()` on the other kinds stops the program.
let transaction = dataStack.beginDetached()
let guest = transaction.create(Into<MyPersonEntity>())
guest.name = "First download"
try await transaction.commit().value
guest.name = "Second download"
try await transaction.commit().value
print(try names())

//: ## Creating
//: `Into` says what is created. Where several stores keep the class it also says in which, by its configuration:
//: `Into<MyPersonEntity>("Config1")`, or `Into<MyPersonEntity>(nil)` for the store without one. A class that no store
//: keeps, or several while none is named, stops the program here and does not fail the save later.
let model = ManagedObjectModel(configurations: ["Config1": [MyPersonEntity.self]], MyPersonEntity.self)
let twoStores = DataStack(
    try PersistentContainer(
        name: "People in two stores", model: model, stores: [.inMemory(), .inMemory(configuration: "Config1")]))
_ = try await twoStores.beginAsynchronous { transaction in
    transaction.create(Into<MyPersonEntity>("Config1")).name = "In Config1"
    transaction.create(Into<MyPersonEntity>(nil)).name = "In the other"
    transaction.commit()
}.value
print(try twoStores.fetchAll(From<MyPersonEntity>(), OrderBy(\.name)).map(\.name))

//: ## Updating
//: An object that the transaction fetched is changed as it is.
_ = try await dataStack.beginAsynchronous { transaction in
    guard
        let person = try transaction.fetchOne(
            From<MyPersonEntity>(), Where("name", isEqualTo: "Jane Smith"))
    else { return }
    person.age = person.age + 1
    transaction.commit()
}.value

//: An object that was fetched elsewhere is not: `edit(_:)` gives the transaction's own copy of it. Using the same name
//: for it protects from changing the other, and if that happens all the same, the program stops and says what to write.
let jane = try dataStack.fetchOne(From<MyPersonEntity>(), Where(\.name == "Jane Smith"))!
let john = try dataStack.fetchOne(From<MyPersonEntity>(), Where(\.name == "John Smith"))!
try dataStack.beginSynchronous { transaction in
    // WRONG: jane.age = jane.age + 1
    // RIGHT:
    let jane = try transaction.edit(jane)
    jane.age = jane.age + 1
    transaction.commit()
}

//: So with relationships: both objects are the transaction's. What leaves the main actor are their IDs.
_ = try await dataStack.beginAsynchronous { [jane = jane.objectID, john = john.objectID] transaction in
    // WRONG: jane.friends = [john]
    // RIGHT:
    let jane = try transaction.edit(jane)
    let john = try transaction.edit(john)
    jane.friends = [john]
    transaction.commit()
}.value
print(jane.name, jane.age, jane.friends.map(\.name))

//: ## Deleting
//: Objects of the main actor, IDs, one or several: no copy is needed first.
try dataStack.beginSynchronous { transaction in
    try transaction.delete(john)
    transaction.commit()
}
try dataStack.beginSynchronous { transaction in
    try transaction.delete(john, jane)
    // transaction.delete([john, jane]) is also allowed
}
print(try names())

//: Or all that a query finds. Values are bound, whatever they contain.
_ = try await dataStack.beginAsynchronous { transaction in
    try transaction.deleteAll(From<MyPersonEntity>(), Where("age > %@ OR name BEGINSWITH[c] %@", 30, "second"))
    transaction.commit()
}.value
print(try names())

//: ## Committing by itself
//: `perform` commits when its closure returns, and hands over the result. An error discards everything.
let ages = try await dataStack.perform { transaction in
    for (name, age) in [("Ann", 20), ("Bob", 40)] {
        let person = transaction.create(Into<MyPersonEntity>())
        person.name = name
        person.age = age
    }
    return try transaction.fetchAll(From<MyPersonEntity>(), OrderBy(\.age, order: .reverse)).map(\.age)
}.value
print(ages, try names())
