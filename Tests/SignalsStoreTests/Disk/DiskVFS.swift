import CSQLite
import Foundation

/// The C side of a disk: a VFS whose calls go to the system's, after the disk has let them pass and taken note.
enum DiskVFS {
    private typealias VFS = UnsafeMutablePointer<sqlite3_vfs>

    static func register(_ disk: FaultyDisk) {
        guard let system = sqlite3_vfs_find(nil) else { fatalError("SQLite has no VFS.") }
        let vfs = VFS.allocate(capacity: 1)
        vfs.initialize(to: system.pointee)
        vfs.pointee.iVersion = 1
        vfs.pointee.pNext = nil
        vfs.pointee.szOsFile = Int32(DiskHandle.headerSize) + system.pointee.szOsFile
        vfs.pointee.zName = UnsafePointer(strdup(disk.name))
        vfs.pointee.pAppData = Unmanaged.passRetained(disk).toOpaque()
        vfs.pointee.xOpen = { DiskVFS.open($0, $1, $2, $3, $4) }
        vfs.pointee.xDelete = { vfs, path, syncs in
            DiskVFS.disk(vfs).deleted(path.map { String(cString: $0) } ?? "")
            return DiskVFS.system.pointee.xDelete(DiskVFS.system, path, syncs)
        }
        vfs.pointee.xAccess = { DiskVFS.system.pointee.xAccess(DiskVFS.system, $1, $2, $3) }
        vfs.pointee.xFullPathname = { DiskVFS.system.pointee.xFullPathname(DiskVFS.system, $1, $2, $3) }
        vfs.pointee.xRandomness = { DiskVFS.system.pointee.xRandomness(DiskVFS.system, $1, $2) }
        vfs.pointee.xSleep = { DiskVFS.system.pointee.xSleep(DiskVFS.system, $1) }
        vfs.pointee.xCurrentTime = { DiskVFS.system.pointee.xCurrentTime(DiskVFS.system, $1) }
        vfs.pointee.xGetLastError = { DiskVFS.system.pointee.xGetLastError(DiskVFS.system, $1, $2) }
        sqlite3_vfs_register(vfs, 0)
    }

    // SAFETY: found once; SQLite's own VFS is never unregistered.
    nonisolated(unsafe) private static let system: VFS = sqlite3_vfs_find(nil)

    private static func disk(_ vfs: VFS?) -> FaultyDisk {
        Unmanaged<FaultyDisk>.fromOpaque(vfs!.pointee.pAppData).takeUnretainedValue()
    }

    private static func open(
        _ vfs: VFS?, _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        file.pointee.pMethods = nil
        let disk = disk(vfs)
        if let code = disk.strike(.open) { return code }
        let code = system.pointee.xOpen(system, path, DiskHandle.real(file), flags, outFlags)
        guard code == SQLITE_OK else { return code }
        DiskHandle.make(file, disk, path: path.map { String(cString: $0) })
        return SQLITE_OK
    }
}
