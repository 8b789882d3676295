// The lines that a newcomer writes first, as top-level code: each waits for what it says. Prints how many notes there are
// after each. Argument: a file for the store. At the end it leaves a save to the end of the program.
import Foundation
import Signals
import SignalsStore

final class Note: ManagedObject {
    @Attribute var text = ""
}

let container = try PersistentContainer(
    name: "Notes", model: ManagedObjectModel(Note.self),
    stores: [.sqlite(at: URL(filePath: CommandLine.arguments[1]))])
let context = container.newBackgroundContext()

func count() throws -> Int {
    let context = container.newBackgroundContext()
    return try context.performAndWait { try context.count(for: FetchRequest<Note>()) }
}

try await context.perform {
    Note(context: context).text = "first"
    try context.save()
}
print(try count())
let id = try await context.perform {
    let note = Note(context: context)
    try context.save()
    return note.objectID
}
print(try count())
do {
    try await context.perform { throw CocoaError(.fileNoSuchFile) }
    print("nothing was thrown")
} catch { print("thrown") }
container.save { Note(context: $0).text = "last" }
