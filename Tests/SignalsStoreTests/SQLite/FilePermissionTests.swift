import Foundation
import SignalsStore
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Actions that the system forbids. The tests may run as root, who may do anything: the child becomes nobody.
@Suite struct FilePermissionTests {
    private func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Makes a store and lets go of it.
    private func makeStore(in folder: URL) throws -> URL {
        let url = folder.appending(path: "store.sqlite")
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: url)])
        try container.addChores("Dust")
        container.close()
        return url
    }

    /// The file's and the folder's mode: unreadable; not to be written; a folder where no log can be made; one that may
    /// not be entered.
    @Test(arguments: [[0o000, 0o755], [0o444, 0o755], [0o666, 0o555], [0o666, 0o000]])
    func aFileThatMayNotBeReadAndWrittenIsRefusedAndLeftAsItIs(modes: [Int]) async throws {
        let folder = try makeFolder()
        let url = try makeStore(in: folder)
        let files = FileManager.default
        defer { try? files.removeItem(at: folder) }
        try? files.removeItem(atPath: url.path + "-lock")
        let before = try Data(contentsOf: url)
        try files.setAttributes([.posixPermissions: modes[0]], ofItemAtPath: url.path)
        try files.setAttributes([.posixPermissions: modes[1]], ofItemAtPath: folder.path)
        let path = url.path
        await #expect(processExitsWith: .exitCode(42)) { [path = path as String] in
            Self.becomeNobody()
            do {
                _ = try PersistentContainer(
                    name: "Test", model: ManagedObjectModel(Chore.self),
                    stores: [.sqlite(at: URL(fileURLWithPath: path))])
            } catch let error as StoreError {
                switch error {
                case .noPermission, .noDirectory: exit(42)
                default: fatalError("\(error)")
                }
            }
        }
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
        #expect(try Data(contentsOf: url) == before)
        #expect(try files.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
    }

    private static func becomeNobody() {
        guard geteuid() == 0 else { return }
        setgroups(0, nil)
        setgid(65534)
        setuid(65534)
    }

    /// Returns the reason for which a save of one more chore fails.
    private static func reason(_ container: PersistentContainer, _ name: String) -> SaveError.Reason? {
        do { try container.addChores(name) } catch { return (error as? SaveError)?.reason }
        return nil
    }

    @Test func savesFailWhileTheFolderMayNotBeEnteredAndWorkAgainWhenItMay() async throws {
        let folder = try makeFolder()
        let url = try makeStore(in: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        try? FileManager.default.removeItem(atPath: url.path + "-lock")
        if geteuid() == 0 { for path in [folder.path, url.path] { #expect(chown(path, 65534, 65534) == 0) } }
        let path = url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Self.becomeNobody()
            let url = URL(fileURLWithPath: path)
            let folder = url.deletingLastPathComponent().path
            let container = try PersistentContainer(
                name: "Test", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: url)])
            try container.addChores("Mop")
            _ = try container.choreNames()
            chmod(folder, 0)
            guard case .readOnly = Self.reason(container, "Iron") else { fatalError("it was not refused as it should") }
            guard try container.choreNames() == ["Dust", "Mop"] else { fatalError("it does not read") }
            chmod(folder, 0o755)
            try container.addChores("Iron")
            // Permissions of a file are asked for when it is opened: what is open stays open.
            for suffix in ["", "-wal"] { chmod(path + suffix, 0o400) }
            try container.addChores("Wash")
            for suffix in ["", "-wal"] { chmod(path + suffix, 0o600) }
            container.close()
        }
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: url)])
        #expect(try container.choreNames() == ["Dust", "Iron", "Mop", "Wash"])
        container.close()
    }

    /// Sets how large this process may make a file, and returns how large it could.
    private static func limitFiles(to size: rlim_t) -> rlim_t {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
            let resource = RLIMIT_FSIZE
        #endif
        var limit = rlimit()
        getrlimit(resource, &limit)
        defer {
            limit.rlim_cur = size
            setrlimit(resource, &limit)
        }
        return limit.rlim_cur
    }

    /// A limit of the system's for files, which needs no right to set: the write fails as a broken disk's does.
    @Test func savesFailWhileAFileMayNotGrowAndWorkAgainWhenItMay() async throws {
        let folder = try makeFolder()
        let url = try makeStore(in: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let container = try PersistentContainer(
                name: "Test", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: URL(fileURLWithPath: path))])
            try container.addChores("Mop")
            signal(SIGXFSZ, SIG_IGN)
            // The log is longer than what is in it, which is more than this.
            let before = Self.limitFiles(to: 4096)
            for name in ["Iron", "Wash"] {
                guard case .inputOutput(let reason) = Self.reason(container, name), reason.contains("File too large")
                else { fatalError("it was not refused as it should") }
                guard try container.choreNames() == ["Dust", "Mop"] else { fatalError("it does not read") }
            }
            _ = Self.limitFiles(to: before)
            try container.addChores("Iron")
            container.close()
        }
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: url)])
        #expect(try container.choreNames() == ["Dust", "Iron", "Mop"])
        container.close()
    }

    private static func run(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// True if this machine lets these tests mount a disk, which takes root.
    private static let canMount: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-mount-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard run("mount", "-t", "tmpfs", "tmpfs", folder) else { return false }
        return run("umount", folder)
    }()

    @Test(.enabled(if: canMount, "a read-only disk takes the right to mount one"))
    func aStoreOnAReadOnlyDiskIsRefused() throws {
        let folder = try makeFolder()
        try #require(Self.run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder.path))
        defer {
            _ = Self.run("umount", folder.path)
            try? FileManager.default.removeItem(at: folder)
        }
        let model = ManagedObjectModel(Chore.self)
        let url = try makeStore(in: folder)
        let before = try Data(contentsOf: url)
        // A program that another test starts may have the file open until it runs: the disk is busy for so long.
        try #require((1...1000).contains { _ in Self.run("mount", "-o", "remount,ro", folder.path) })
        for place in [url, folder.appending(path: "new.sqlite")] {
            #expect {
                try PersistentContainer(name: "Test", model: model, stores: [.sqlite(at: place)])
            } throws: { error in
                guard case StoreError.noPermission = error else { return false }
                return true
            }
        }
        #expect(try Data(contentsOf: url) == before)
        try #require(Self.run("mount", "-o", "remount,rw", folder.path))
        let again = try PersistentContainer(name: "Test", model: model, stores: [.sqlite(at: url)])
        #expect(try again.choreNames() == ["Dust"])
        again.close()
    }
}
