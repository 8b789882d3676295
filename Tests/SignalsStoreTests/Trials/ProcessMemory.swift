import CMemory
import Foundation

/// The memory and the threads that this process takes up.
enum ProcessMemory {
    /// The number of bytes that are allocated; nil where nobody can tell.
    static var allocated: Int? {
        if let sanitized { return sanitized() }
        let count = Int(memory_allocated())
        return count < 0 ? nil : count
    }

    /// The number of threads; nil where the system does not say.
    static var threads: Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }

    /// True if a sanitizer watches, which makes everything slower.
    static var isSanitized: Bool { sanitized != nil }

    // Under a sanitizer the system's allocator is not the one that is used.
    private static let sanitized: (@convention(c) () -> Int)? = {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "__sanitizer_get_current_allocated_bytes") else { return nil }
        return unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
    }()
}
