import CSQLite
import Foundation
import Signals

/// A disk that SQLite uses through a VFS of its own: it forgets at a power cut what was not synced, and fails when told.
///
/// Files lie where they always do, and are read and locked by the system's VFS. Beside them the disk keeps what is safe
/// in memory, so that a power cut can be looked at while the program runs on.
final class FaultyDisk: Sendable {
    /// The name of the VFS.
    let name: String
    private let state = Locked(State())

    private struct State: Sendable {
        var files: [String: DiskFile] = [:]
        var plan: Plan?
        var calls = 0
    }

    /// The call that goes wrong, and how.
    private struct Plan: Sendable {
        let fault: DiskFault
        let number: Int
        let isLasting: Bool
        let systemCode: Int32
        var hasStruck = false
    }

    /// Makes a disk and registers its VFS, for good.
    init() {
        name = "faulty-\(UUID().uuidString)"
        DiskVFS.register(self)
    }

    /// Has the n-th call from now on fail that can fail in this way, counted from 1, and if it is lasting each later
    /// one too. `systemCode` is what the system seems to answer SQLite.
    func fail(_ fault: DiskFault, atCall number: Int, isLasting: Bool, systemCode: Int32 = EIO) {
        state.withLock { state in
            state.calls = 0
            state.plan = Plan(fault: fault, number: number, isLasting: isLasting, systemCode: systemCode)
        }
    }

    /// Ends the failing; says whether any call failed.
    @discardableResult
    func mend() -> Bool {
        state.withLock { state in
            defer { state.plan = nil }
            return state.plan?.hasStruck ?? false
        }
    }

    /// Returns the files after a power cut at this moment: each sector that was not synced arrives or does not.
    func afterPowerCut(_ arrives: () -> Bool) -> [String: [UInt8]] {
        let files = state.withLock { $0.files }
        return files.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.key] = $1.value.afterPowerCut(arrives) }
    }

    /// Returns the files after a power cut at which changes were arriving in their order: of how many there are
    /// since the last sync, the closure says how many came.
    func afterPowerCut(keeping count: (Int) -> Int) -> [String: [UInt8]] {
        state.withLock { $0.files }.mapValues { $0.afterPowerCut(keeping: count($0.unsynced.count)) }
    }

    /// Strikes if this call goes wrong. Returns the answer for SQLite.
    func strike(_ call: DiskFault.Call) -> Int32? {
        let plan = state.withLock { state -> Plan? in
            guard var plan = state.plan, plan.fault.call == call else { return nil }
            state.calls += 1
            guard state.calls == plan.number || plan.isLasting && state.calls > plan.number else { return nil }
            plan.hasStruck = true
            state.plan = plan
            return plan
        }
        if let plan { errno = plan.systemCode }
        return plan?.fault.code
    }

    func opened(_ path: String) {
        let content = FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
        state.withLock { if $0.files[path] == nil { $0.files[path] = DiskFile(safe: content) } }
    }

    func deleted(_ path: String) { state.withLock { _ = $0.files.removeValue(forKey: path) } }

    func note(_ change: DiskFile.Change, in path: String) { state.withLock { $0.files[path]?.note(change) } }

    func synced(_ path: String) { state.withLock { $0.files[path]?.sync() } }
}
