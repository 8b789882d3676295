import Dispatch
import Foundation
import Signals
import SignalsStore

/// A small program that saves or fetches as often as it is told, one after the other, in memory, and that imports into a
/// file: `Scripts/measure-store` counts its instructions and the memory that it takes. Its main function is not asynchronous,
/// since valgrind fails over how that waits.
@main struct StoreProgram {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let work = arguments.first, let count = arguments.dropFirst().first.flatMap({ Int($0) }) else { stop() }
        if let way = Import.Way(rawValue: work) {
            let part = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1000
            return try Import.run(way, count, part: part)
        }
        guard arguments.count == 2, ["saves", "group", "fetches"].contains(work) else { stop() }
        let container = try PersistentContainer(
            name: "Program", model: ManagedObjectModel(Note.self), stores: [.inMemory()])
        defer { container.close() }
        switch work {
        case "saves": for number in 0..<count { save(number, in: container).wait() }
        case "group": for save in (0..<count).map({ save($0, in: container) }) { save.wait() }
        default: try fetch(count, in: container)
        }
    }

    private static func stop() -> Never {
        let imports = Import.Way.allCases.map(\.rawValue).joined(separator: "|")
        FileHandle.standardError.write(
            Data("usage: StoreProgram saves|group|fetches COUNT\n       StoreProgram \(imports) COUNT [PART]\n".utf8))
        exit(2)
    }

    private static func save(_ number: Int, in container: PersistentContainer) -> Future<Void, any Error> {
        container.save { Note(context: $0).text = "note \(number)" }
    }

    private static func fetch(_ count: Int, in container: PersistentContainer) throws {
        save(0, in: container).wait()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for _ in 0..<count { _ = try context.fetch(FetchRequest<Note>()) }
        }
    }
}

extension Future {
    /// Blocks until it has resolved, and stops the program where that is with a failure.
    func wait() {
        let done = DispatchSemaphore(value: 0)
        let subscription = sink { completion in
            if case .failure(let error) = completion { fatalError("\(error)") }
            done.signal()
        } receiveValue: { _ in
        }
        done.wait()
        withExtendedLifetime(subscription) {}
    }
}
