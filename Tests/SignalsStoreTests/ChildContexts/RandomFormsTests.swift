import Foundation
import Signals
import SignalsStore
import XCTest

private final class Folder: ManagedObject {
    @Attribute var name = ""
    @Attribute var count = 0
    @Relationship(inverse: \Note.folder, deleteRule: .cascade) var notes: [Note] = []
    @Relationship(inverse: \Note.tagged) var tags: [Note] = []
    @Relationship(inverse: \Folder.parent) var folders: Set<Folder> = []
    @Relationship var parent: Folder?
}

private final class Note: ManagedObject {
    @Attribute var name = ""
    @Attribute var count = 0
    @Relationship var folder: Folder?
    @Relationship var tagged: Set<Folder> = []
}

/// A view, a form in it, a form in that, and another context of the store, which do anything beside each other.
///
/// No model says what each of them shows; whatever it is, both ends of each relationship say the same. `Torture --graph`
/// brings contexts up to date before each step: what one of them fetches that is not is tried here.
final class RandomFormsTests: XCTestCase {
    private struct Scene {
        let container: PersistentContainer
        let contexts: [(name: String, context: ManagedObjectContext)]
        var random: SeededGenerator
        var steps: [String] = []
        var made = 0

        init(_ container: PersistentContainer, seed: UInt64) throws {
            var random = SeededGenerator(state: seed)
            let view = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: view)
            let inner = ManagedObjectContext(concurrencyType: .mainQueue, parent: form)
            let peer = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            contexts = [("view", view), ("form", form), ("inner", inner), ("peer", peer)]
            let allFollow = Bool.random(using: &random)
            for (_, context) in contexts {
                context.mergePolicy = .mergeByPropertyObjectTrump
                context.automaticallyMergesChangesFromParent = allFollow || Bool.random(using: &random)
            }
            (self.container, self.random) = (container, random)
            for _ in 0..<3 {
                let folder = folder(in: view), note = note(in: view)
                note.folder = folder
            }
            for _ in 0..<3 { edit(view, "view") }
            try view.save()
            for (_, context) in contexts { context.isUndoEnabled = true }
        }

        private mutating func folder(in context: ManagedObjectContext) -> Folder {
            made += 1
            let folder = Folder(context: context)
            folder.name = "F\(made)"
            return folder
        }

        private mutating func note(in context: ManagedObjectContext) -> Note {
            made += 1
            let note = Note(context: context)
            note.name = "N\(made)"
            return note
        }

        static func folders(_ context: ManagedObjectContext) throws -> [Folder] {
            try context.fetch(FetchRequest<Folder>(sortBy: [SortDescriptor(\.name)]))
        }

        static func notes(_ context: ManagedObjectContext) throws -> [Note] {
            try context.fetch(FetchRequest<Note>(sortBy: [SortDescriptor(\.name)]))
        }

        mutating func edit(_ context: ManagedObjectContext, _ name: String) {
            guard let folders = try? Self.folders(context), let notes = try? Self.notes(context),
                let folder = folders.randomElement(using: &random), let other = folders.randomElement(using: &random),
                let note = notes.randomElement(using: &random)
            else { return }
            let some = Array(notes.shuffled(using: &random).prefix(3))
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                let new = self.note(in: context)
                new.folder = folder
                steps.append("\(name): \(folder.name).notes.append(\(new.name))")
            case 1:
                let new = self.folder(in: context)
                new.tags = some
                steps.append("\(name): \(new.name).tags = \(some.map(\.name))")
            case 2:
                note.count += 1
                steps.append("\(name): \(note.name).count += 1")
            case 3:
                note.folder = folder
                steps.append("\(name): \(note.name).folder = \(folder.name)")
            case 4:
                folder.notes = some
                steps.append("\(name): \(folder.name).notes = \(some.map(\.name))")
            case 5, 6:
                folder.tags = some
                steps.append("\(name): \(folder.name).tags = \(some.map(\.name))")
            case 7:
                note.tagged = [folder, other]
                steps.append("\(name): \(note.name).tagged = [\(folder.name), \(other.name)]")
            case 8:
                folder.notes.reverse()
                steps.append("\(name): \(folder.name).notes.reverse()")
            case 9:
                folder.parent = other
                steps.append("\(name): \(folder.name).parent = \(other.name)")
            default:
                // What a context below has changed, and is deleted here, is in conflict: what it shows until its save is its own.
                if contexts.contains(where: { $0.name != name && $0.context.hasChanges }) { return }
                steps.append("\(name): delete(\(note.name))")
                context.delete(note)
            }
        }

        mutating func step() {
            let (name, context) = contexts.randomElement(using: &random)!
            switch Int.random(in: 0..<14, using: &random) {
            case 0, 1:
                steps.append("\(name): save()")
                if (try? context.save()) == nil { steps.append("  failed") }
            case 2 where name == "form" || name == "inner":
                steps.append("\(name): saveThroughParent()")
                if (try? context.saveThroughParent()) == nil { steps.append("  failed") }
            case 3:
                steps.append("\(name): undo()")
                context.undo()
            case 4:
                steps.append("\(name): redo()")
                context.redo()
            case 5:
                steps.append("\(name): rollback()")
                context.rollback()
            case 6:
                steps.append("\(name): refreshAllObjects()")
                context.refreshAllObjects()
            default: edit(context, name)
            }
        }

        /// The first relationship whose ends say different things in a context that has fetched all; nil if there is none.
        static func difference(_ context: ManagedObjectContext) throws -> String? {
            let folders = try folders(context), notes = try notes(context)
            for folder in folders {
                for note in notes {
                    let (isMember, isTag) = (folder.notes.contains(note), folder.tags.contains(note))
                    if isMember != (note.folder === folder) { return "\(folder.name).notes and \(note.name).folder" }
                    if isTag != note.tagged.contains(folder) { return "\(folder.name).tags and \(note.name).tagged" }
                }
                for other in folders where folder.folders.contains(other) != (other.parent === folder) {
                    return "\(folder.name).folders and \(other.name).parent"
                }
            }
            return nil
        }

        static func contents(_ context: ManagedObjectContext) throws -> [String] {
            try folders(context).map { folder in
                "\(folder.name) \(folder.count) \(folder.notes.map(\.name)) \(folder.tags.map(\.name)) \(folder.parent?.name ?? "-")"
            } + notes(context).map { "\($0.name) \($0.count)" }
        }
    }

    /// More rounds and a seed can be asked for: `SIGNALS_ROUNDS=5000 SIGNALS_SEED=7 swift test --filter RandomFormsTests`.
    func testBothEndsOfEachRelationshipSayTheSameInEachContext() throws {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["SIGNALS_SEED"].flatMap(UInt64.init) ?? 1
        for seed in first..<first + (environment["SIGNALS_ROUNDS"].flatMap(UInt64.init) ?? 100) {
            let container = try makeContainer(ManagedObjectModel(Folder.self, Note.self))
            var scene = try Scene(container, seed: seed)
            defer { container.close() }
            for _ in 0..<scene.random.next() % 12 + 3 {
                scene.step()
                for (name, context) in scene.contexts {
                    if let difference = try Scene.difference(context) {
                        return XCTFail("seed \(seed): \(name): \(difference)\n\(scene.steps.joined(separator: "\n"))")
                    }
                }
            }
            // Once all is saved, or given up, everybody shows the store.
            for name in ["inner", "form", "view", "peer"] {
                guard let context = scene.contexts.first(where: { $0.name == name })?.context else { continue }
                do { try context.save() } catch { context.rollback() }
            }
            let reader = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let stored = try Scene.contents(reader)
            for (name, context) in scene.contexts {
                let shown = try Scene.contents(context)
                if shown != stored || context.hasChanges {
                    let steps = scene.steps.joined(separator: "\n")
                    return XCTFail("seed \(seed): \(name) shows \(shown) and not \(stored)\n\(steps)")
                }
            }
        }
    }
}
