import Foundation

#if canImport(Glibc)
    import Glibc
    private let stream = Int32(SOCK_STREAM.rawValue)
#elseif canImport(Darwin)
    import Darwin
    private let stream = SOCK_STREAM
#endif

/// Calls `body` with a socket and the address of a path.
private func withSocket(_ path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) throws -> Int32 {
    let made = socket(AF_UNIX, stream, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return made
}

/// A socket that listens at a path.
func listenAt(_ path: String) throws -> Int32 { try withSocket(path) { bind($0, $1, $2) == 0 ? listen($0, 16) : -1 } }

/// A socket that is connected to the one that listens at a path.
func connectTo(_ path: String) throws -> Int32 { try withSocket(path) { connect($0, $1, $2) } }
