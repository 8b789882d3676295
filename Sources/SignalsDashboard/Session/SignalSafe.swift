import Foundation

/// The functions that may be called while a signal is handled: system calls and nothing else, no memory, no locks.
enum SignalSafe {
    /// Writes all of `bytes`, however often it takes; false when the descriptor refuses.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count, let start = bytes.baseAddress {
            let count = write(UnsafeBufferPointer(start: start + sent, count: bytes.count - sent), once: descriptor)
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Writes all of `bytes` without being held up by a descriptor that takes nothing.
    ///
    /// - Parameter patience: how long to wait, in milliseconds, until it takes some; what it holds is discarded then, and it
    ///   is waited for once more.
    /// - Returns: false if it took nothing all the same, or refuses.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32, patience: Int32) -> Bool {
        // A blocking write waits for another thread's, too. Whoever shares the descriptor gets it back as it was.
        let flags = fcntl(descriptor, F_GETFL)
        if flags >= 0, flags & O_NONBLOCK == 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
        defer { if flags >= 0, flags & O_NONBLOCK == 0 { _ = fcntl(descriptor, F_SETFL, flags) } }
        var sent = 0
        var hasDiscarded = false
        while sent < bytes.count, let start = bytes.baseAddress {
            let count = write(UnsafeBufferPointer(start: start + sent, count: bytes.count - sent), once: descriptor)
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&ready, 1, patience) > 0 { continue }
                if hasDiscarded { return false }
                hasDiscarded = true
                tcflush(descriptor, TCOFLUSH)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Sends one byte to the reader of a pipe; if the pipe is full, the reader will wake up anyway.
    static func wake(_ descriptor: Int32, _ byte: UInt8) {
        var byte = byte
        _ = withUnsafeBytes(of: &byte) { write($0.assumingMemoryBound(to: UInt8.self), once: descriptor) }
    }

    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, once descriptor: Int32) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Android.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
