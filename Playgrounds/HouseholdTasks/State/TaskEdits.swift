import Signals
import SignalsStore

/// The changes that a person makes in one session, each of which can be undone and redone after it was saved.
///
/// They are made one after another in a context with undo, on its own queue; nobody waits for the disk.
final class TaskEdits: Sendable {
    /// The names of the changes that can be undone and redone, the next one last.
    private struct Names: Sendable {
        var undo: [String] = []
        var redo: [String] = []
    }

    /// So many changes can be undone.
    private static let most = 1000

    private let context: ManagedObjectContext
    private let failures: FailureSchedule?
    private let names = Locked(Names())

    /// No changes yet to the tasks in `storage`.
    init(of storage: StorageProvider) {
        failures = storage.failures
        context = storage.container.newBackgroundContext()
        context.performAndWait {
            context.name = "task edits"
            context.automaticallyMergesChangesFromParent = true
            context.isUndoEnabled = true
            context.levelsOfUndo = Self.most
        }
    }

    /// The name of the change that `undo()` takes back; nil if there is none. May be read on any thread.
    var undoName: String? { names.withLock { $0.undo.last } }

    /// The name of the change that `redo()` makes again; nil if there is none. May be read on any thread.
    var redoName: String? { names.withLock { $0.redo.last } }

    /// Makes a change and saves it. When that fails, nothing of it is left.
    ///
    /// - Parameters:
    ///   - name: the change as a person is told of it: `done “Sweep”`.
    ///   - change: makes it, on the queue of the context it is given.
    func make<Output: Sendable>(
        _ name: String, _ change: @escaping @Sendable (ManagedObjectContext) throws -> Output
    ) -> Future<Output, any Error> {
        context.performFuture { [self] in
            do {
                let output = try context.undoGrouping { try change(context) }
                guard context.hasChanges else { return output }
                try save()
                names.withLock { $0 = Names(undo: ($0.undo + [name]).suffix(Self.most)) }
                return output
            } catch {
                if context.hasChanges {
                    context.undo()
                    names.withLock { $0.redo = [] }
                }
                throw error
            }
        }
    }

    /// Takes the last change back, and saves that.
    ///
    /// - Returns: its name; nil if there was none.
    func undo() -> Future<String?, any Error> {
        step(from: \.undo, to: \.redo, { $0.undo() }, back: { $0.redo() })
    }

    /// Makes the change again that was taken back last, and saves that.
    ///
    /// - Returns: its name; nil if there was none.
    func redo() -> Future<String?, any Error> {
        step(from: \.redo, to: \.undo, { $0.redo() }, back: { $0.undo() })
    }

    private func step(
        from source: WritableKeyPath<Names, [String]> & Sendable,
        to target: WritableKeyPath<Names, [String]> & Sendable,
        _ go: @escaping @Sendable (ManagedObjectContext) -> Void,
        back: @escaping @Sendable (ManagedObjectContext) -> Void
    ) -> Future<String?, any Error> {
        context.performFuture { [self] in
            guard let name = names.withLock({ $0[keyPath: source].last }) else { return nil }
            go(context)
            do { try save() } catch {
                back(context)
                throw error
            }
            names.withLock { names in
                names[keyPath: source].removeLast()
                names[keyPath: target].append(name)
            }
            return name
        }
    }

    private func save() throws {
        try failures?.countSave()
        try context.save()
    }
}
