import Foundation

extension StoreWorkloads {
    /// Returns the time that this machine takes to write 4 KB and sync them, in microseconds: the median of 200 times.
    public static func syncTime() -> Double {
        withFolder { folder in
            let url = folder.appending(path: "sync")
            try Data().write(to: url)
            let handle = try FileHandle(forUpdating: url)
            defer { try? handle.close() }
            let file = handle.fileDescriptor
            let block = [UInt8](repeating: 7, count: 4096)
            let times = (0..<200).map { number in
                nanoseconds {
                    _ = block.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(number % 64 * 4096)) }
                    fsync(file)
                }
            }
            return times.sorted()[times.count / 2] / 1000
        }
    }
}
