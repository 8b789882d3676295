import Foundation
import Signals
import SignalsStore

/// Saves of the program's own, so many a second, for a person to see what they cost: `--load 100`.
///
/// Each adds a task and deletes an older one; those that are left at the end are deleted too.
actor SaveLoad {
    /// As many saves as may be under way: a store that cannot keep up is not given more.
    private static let mostUnderWay = 256
    private static let tasksKept = 5

    private let storage: StorageProvider
    private let rate: Int
    private var kept: [ManagedObjectID<HouseholdTask>] = []
    private var underWay = 0
    private var count = 0

    /// A load of `rate` saves a second on `storage`.
    init(on storage: StorageProvider, perSecond rate: Int) {
        self.storage = storage
        self.rate = max(rate, 1)
    }

    /// Saves until the task is cancelled; returns when the last save has ended and what was added is deleted.
    func run() async {
        let (start, pause) = (ContinuousClock.now, Duration.milliseconds(max(1, min(50, 1000 / rate))))
        while !Task.isCancelled {
            let due = Int(start.duration(to: .now) / .seconds(1) * Double(rate))
            // What a store could not take in time is not made up for.
            count = max(count, due - Self.mostUnderWay)
            while count < due, underWay < Self.mostUnderWay { startSave() }
            try? await Task.sleep(for: pause)
        }
        while underWay > 0 { await Task.yield() }
        // In a task of its own, since this one is cancelled and would not wait.
        await Task { [storage, kept] in _ = try? await storage.delete(kept).value }.value
    }

    private func startSave() {
        count += 1
        underWay += 1
        let old = kept.count > Self.tasksKept ? kept.removeFirst() : nil
        let line = TodoLine("Load \(count) of \(ProcessInfo.processInfo.processIdentifier)")
        let added = storage.replace(old, with: NewTask(line: line))
        Task {
            let id = try? await added.value
            underWay -= 1
            if let id { kept.append(id) } else if let old { kept.append(old) }
        }
    }
}
