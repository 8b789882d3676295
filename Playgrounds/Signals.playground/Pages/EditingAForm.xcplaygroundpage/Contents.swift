//: # Editing in a form, with cancel and undo
//: A form edits a copy in a child context. Saving pushes the copy's changes up; cancelling throws the context away, and
//: there is nothing to take back.
import Foundation
import Signals
import SignalsStore

final class Event: ManagedObject {
    @Attribute var title = ""
    @Attribute var place = ""

    override func validateForInsert() throws { try validateForUpdate() }
    override func validateForUpdate() throws {
        if title.isEmpty { throw invalid(\.title, "An event has a title.") }
    }
}

//: The form's own context is a child of the main context, and of the main queue too, since a screen shows its objects.
//: An object never goes from one context to another: its ID does, and the object is looked up there.
@MainActor final class EventForm: ObservableObject {
    let context: ManagedObjectContext
    let event: Event
    @Published private(set) var message: String?

    /// A form for a new event.
    init(in parent: ManagedObjectContext) {
        context = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        event = Event(context: context)
    }

    /// A form for an event that is there.
    init(editing event: Event, in parent: ManagedObjectContext) throws {
        context = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        self.event = try context.existingObject(with: event.objectID)
    }

    /// Saves the form's changes, of the parent nothing else, and says whether that went well. When it did not, nothing
    /// was saved anywhere, the person reads why, and the form still has what they typed.
    func save() -> Bool {
        do {
            try context.saveThroughParent()
            return true
        } catch {
            message = error.localizedDescription
            return false
        }
    }
}

//: ## Try it
let container = try PersistentContainer(
    name: "Calendar", model: ManagedObjectModel(Event.self), stores: [.inMemory()])
let view = container.viewContext

let adding = EventForm(in: view)
adding.event.place = "Pool"
print("saved:", adding.save(), "·", adding.message ?? "")
adding.event.title = "Swim"
print("saved:", adding.save())
let swim = try view.existingObject(with: adding.event.objectID)
print("in the view context:", swim.title, "at", swim.place, "· has changes:", view.hasChanges)

//: **Cancel**: let go of the form.
do {
    let form = try EventForm(editing: swim, in: view)
    form.event.title = "Run"
    print("draft:", form.event.title, "· original:", swim.title)
}
print("cancelled:", swim.title)

//: **Undo and redo**: each assignment is a step.
let editing = try EventForm(editing: swim, in: view)
editing.event.title = "Row"
editing.event.place = "Lake"
editing.context.undo()
print("undo:", editing.event.title, "at", editing.event.place)
editing.context.redo()
print("redo:", editing.event.title, "at", editing.event.place)
print("saved:", editing.save(), "·", swim.title, "at", swim.place)

//: **Merging**: what somebody else saved meanwhile is settled by the merge policy, property by property.
view.mergePolicy = .mergeByPropertyStoreTrump
let late = try EventForm(editing: swim, in: view)
late.event.title = "Sail"
late.event.place = "Sea"
try await UnitOfWork(container: container).execute { [id = swim.objectID] context in
    try context.existingObject(with: id).title = "Rest"
}.value
print("saved:", late.save(), late.message ?? "")
print("merged:", swim.title, "at", swim.place)
