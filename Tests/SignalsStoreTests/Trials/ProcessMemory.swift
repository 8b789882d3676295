import CMemory
import Foundation

/// What this process takes up of the system.
enum ProcessMemory {
    /// How many bytes are allocated; nil where nobody can tell.
    static var allocated: Int? {
        if let sanitized { return sanitized() }
        let count = Int(memory_allocated())
        return count < 0 ? nil : count
    }

    /// How many threads there are; nil where the system does not say.
    static var threads: Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }

    /// Whether a sanitizer watches, which makes everything slower.
    static var isSanitized: Bool { sanitized != nil }

    // Under a sanitizer the system's allocator is not the one that is used.
    private static let sanitized: (@convention(c) () -> Int)? = {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "__sanitizer_get_current_allocated_bytes") else { return nil }
        return unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
    }()
}
