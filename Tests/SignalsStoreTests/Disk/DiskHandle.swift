import CSQLite
import Foundation

/// One open file of SQLite's: a header of ours, and behind it the system's.
final class DiskHandle {
    typealias File = UnsafeMutablePointer<sqlite3_file>

    let disk: FaultyDisk
    /// Nil for a temporary file.
    let path: String?

    private init(_ disk: FaultyDisk, _ path: String?) {
        self.disk = disk
        self.path = path
    }

    private struct Header {
        var base: sqlite3_file
        var handle: UnsafeMutableRawPointer?
    }

    static let headerSize = (MemoryLayout<Header>.size + 15) / 16 * 16

    /// The system's part of a file.
    static func real(_ file: File) -> File {
        (UnsafeMutableRawPointer(file) + headerSize).assumingMemoryBound(to: sqlite3_file.self)
    }

    static func make(_ file: File, _ disk: FaultyDisk, path: String?) {
        if let path { disk.opened(path) }
        let handle = Unmanaged.passRetained(DiskHandle(disk, path)).toOpaque()
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: Header.self).pointee.handle = handle
        file.pointee.pMethods = UnsafePointer(methods)
    }

    private static func handle(_ file: File?) -> Unmanaged<DiskHandle> {
        let header = UnsafeMutableRawPointer(file!).assumingMemoryBound(to: Header.self)
        return Unmanaged.fromOpaque(header.pointee.handle!)
    }

    /// Calls the system, unless the disk fails the call.
    private static func pass(
        _ file: File?, _ call: DiskFault.Call?, _ body: (File, sqlite3_io_methods) -> Int32
    ) -> Int32 {
        if let call, let code = handle(file).takeUnretainedValue().disk.strike(call) { return code }
        let real = real(file!)
        return body(real, real.pointee.pMethods.pointee)
    }

    /// Takes note of what was done, if it was.
    private static func note(_ file: File?, _ code: Int32, _ body: (FaultyDisk, String) -> Void) -> Int32 {
        let handle = handle(file).takeUnretainedValue()
        if code == SQLITE_OK, let path = handle.path { body(handle.disk, path) }
        return code
    }

    // SAFETY: made once, never changed, never freed.
    nonisolated(unsafe) private static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        var table = sqlite3_io_methods()
        table.iVersion = 2
        addContents(&table)
        addLocks(&table)
        addSharedMemory(&table)
        methods.initialize(to: table)
        return methods
    }()

    private static func addContents(_ table: inout sqlite3_io_methods) {
        table.xClose = { file in
            let code = DiskHandle.pass(file, nil) { $1.xClose($0) }
            DiskHandle.handle(file).release()
            return code
        }
        table.xRead = { file, buffer, count, offset in
            DiskHandle.pass(file, .read) { $1.xRead($0, buffer, count, offset) }
        }
        table.xWrite = { file, buffer, count, offset in
            let code = DiskHandle.pass(file, .write) { $1.xWrite($0, buffer, count, offset) }
            return DiskHandle.note(file, code) { disk, path in
                let bytes = [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(count)))
                disk.note(.write(offset: Int(offset), bytes: bytes), in: path)
            }
        }
        table.xTruncate = { file, size in
            let code = DiskHandle.pass(file, .truncate) { $1.xTruncate($0, size) }
            return DiskHandle.note(file, code) { $0.note(.truncate(size: Int(size)), in: $1) }
        }
        // The system is not asked to sync: what is safe, this disk says.
        table.xSync = { file, _ in
            DiskHandle.note(file, DiskHandle.pass(file, .sync) { _, _ in SQLITE_OK }) { $0.synced($1) }
        }
        table.xFileSize = { file, size in DiskHandle.pass(file, nil) { $1.xFileSize($0, size) } }
    }

    private static func addLocks(_ table: inout sqlite3_io_methods) {
        table.xLock = { file, level in DiskHandle.pass(file, nil) { $1.xLock($0, level) } }
        table.xUnlock = { file, level in DiskHandle.pass(file, nil) { $1.xUnlock($0, level) } }
        table.xCheckReservedLock = { file, out in DiskHandle.pass(file, nil) { $1.xCheckReservedLock($0, out) } }
        table.xFileControl = { file, operation, argument in
            DiskHandle.pass(file, nil) { $1.xFileControl($0, operation, argument) }
        }
        table.xSectorSize = { file in DiskHandle.pass(file, nil) { $1.xSectorSize($0) } }
        table.xDeviceCharacteristics = { file in DiskHandle.pass(file, nil) { $1.xDeviceCharacteristics($0) } }
    }

    private static func addSharedMemory(_ table: inout sqlite3_io_methods) {
        table.xShmMap = { file, page, size, extends, out in
            DiskHandle.pass(file, .sharedMemory) { $1.xShmMap($0, page, size, extends, out) }
        }
        table.xShmLock = { file, offset, count, flags in
            DiskHandle.pass(file, nil) { $1.xShmLock($0, offset, count, flags) }
        }
        table.xShmBarrier = { file in
            _ = DiskHandle.pass(file, nil) { file, methods in
                methods.xShmBarrier(file)
                return SQLITE_OK
            }
        }
        table.xShmUnmap = { file, deletes in DiskHandle.pass(file, nil) { $1.xShmUnmap($0, deletes) } }
    }
}
