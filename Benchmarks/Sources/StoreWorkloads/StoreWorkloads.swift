import Dispatch
import Foundation
import SignalsStore

/// The work of the store's benchmarks, done by the store, by GRDB and by SQLite's C API. Each says how long it took, in
/// nanoseconds.
public enum StoreWorkloads {
    // SAFETY: a workload runs alone, and adds on one thread at a time.
    /// The sum of what was read, so that no reading is optimised away.
    nonisolated(unsafe) public static var sum = 0

    static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        return Double(DispatchTime.now().uptimeNanoseconds - start)
    }

    static func trying<Result>(_ body: () throws -> Result) -> Result {
        do { return try body() } catch { fatalError("The benchmark failed: \(error)") }
    }

    /// A folder on the disk, for whoever deletes it.
    static func makeFolder() -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-benchmark-\(UUID().uuidString)")
        trying { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        return folder
    }

    // SAFETY: as above.
    nonisolated(unsafe) private static var usedFolders: [URL] = []

    /// Runs a body with a folder of its own on the disk.
    ///
    /// It is deleted at the end: the disk has work to do with what is deleted, which whoever comes next would pay for.
    static func withFolder<Result>(_ body: (URL) throws -> Result) -> Result {
        let folder = makeFolder()
        usedFolders.append(folder)
        return trying { try body(folder) }
    }

    /// Deletes what was kept for further runs, and what they left behind. Called at the end.
    public static func tidyUp() {
        for folder in usedFolders { try? FileManager.default.removeItem(at: folder) }
        FilledStores.tidyUp()
        Staff.present = nil
        UnsyncedStores.present = nil
    }

    static func open(_ folder: URL) throws -> PersistentContainer {
        try PersistentContainer(
            name: "benchmark", model: ManagedObjectModel(Item.self),
            stores: [.sqlite(at: folder.appending(path: "items.sqlite"))])
    }

    @discardableResult
    static func insert(_ numbers: Range<Int>, into context: ManagedObjectContext) -> [Item] {
        numbers.map { number in
            let item = Item(context: context)
            item.name = ItemValues.name(number)
            item.notes = ItemValues.notes(number)
            item.dueDate = Date(timeIntervalSinceReferenceDate: ItemValues.dueDate(number))
            item.minutes = number
            item.isDone = number.isMultiple(of: 2)
            return item
        }
    }
}
