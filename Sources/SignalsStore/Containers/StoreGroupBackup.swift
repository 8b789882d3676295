import SignalsSQLite
import Foundation

/// Copies of several stores, as they are at one moment, in one folder.
struct StoreGroupBackup {
    private let folder: URL
    private let sources: [(store: PinnedReader, copy: SQLiteBackup)]

    /// - Parameters:
    ///   - reader: the stores, pinned at the moment.
    ///   - names: the name of each store's file.
    init(of reader: any StoreReader, _ names: [String], to folder: URL, replacingAnyFile: Bool) throws {
        self.folder = folder
        guard let readers = (reader as? StoreGroupReader)?.members as? [PinnedReader] else {
            throw StoreError.unsupported(operation: "backup")
        }
        sources = zip(readers, names).map { reader, name in
            (reader, SQLiteBackup(to: folder.appending(path: name), replacingAnyFile: replacingAnyFile))
        }
    }

    /// The name of each store's file: that which it has, or one after its configuration. No two have the same.
    static func fileNames(of group: StoreGroup) -> [String] {
        var taken: Set<String> = []
        return group.members.map { member in
            let file = (member.store as? SQLiteStore).flatMap { $0.settings.isPrivate ? nil : $0.url.lastPathComponent }
            let configuration = (member.configuration ?? "store").replacing("/", with: "-")
            let name = URL(fileURLWithPath: "/" + (file ?? configuration + ".sqlite"))
            let (stem, ending) = (name.deletingPathExtension().lastPathComponent, name.pathExtension)
            let candidates = (1...).lazy.map { number in
                (number == 1 ? stem : "\(stem)-\(number)") + (ending.isEmpty ? "" : "." + ending)
            }
            // On a case-insensitive file system, the names must differ in more than case.
            return candidates.first { taken.insert($0.lowercased()).inserted } ?? configuration
        }
    }

    /// Puts all copies together, and moves them to their paths when they are whole.
    func run(_ progress: (Double) -> Void) throws {
        let isNew = try makeFolder()
        // Only where nothing is in it.
        defer { if isNew { rmdir(folder.path) } }
        defer { for source in sources { source.copy.discard() } }
        for source in sources { try source.copy.requireFreePath() }
        for (index, source) in sources.enumerated() {
            try source.store.copyFile(to: source.copy) { progress((Double(index) + $0) / Double(sources.count)) }
        }
        for source in sources { try source.copy.moveToPath() }
        progress(1)
    }

    /// True if the folder was missing.
    private func makeFolder() throws -> Bool {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isDirectory) {
            guard isDirectory.boolValue else { throw StoreError.isNoDirectory(folder) }
            return false
        }
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) } catch {
            throw StoreError.noPermission(folder)
        }
        return true
    }
}
