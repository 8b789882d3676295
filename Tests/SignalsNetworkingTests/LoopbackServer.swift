import Foundation
import Synchronization

/// A small HTTP server on the loopback address, which answers each request with what a closure says.
final class LoopbackServer: Sendable {
    enum Answer: Sendable {
        case text(String, status: Int = 200)

        /// No answer; the connection stays until the client closes it, which is reported.
        case silence(whenClosed: @Sendable () -> Void)
    }

    private let listener: Int32
    private let answer: @Sendable (String) -> Answer
    private let received = Mutex<[String]>([])

    /// The port that it listens at.
    let port: UInt16

    init(_ answer: @escaping @Sendable (String) -> Answer) throws {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard let port = Self.listen(on: socket) else { throw POSIXError(.EADDRNOTAVAIL) }
        (listener, self.port, self.answer) = (socket, port, answer)
        Thread { [self] in
            while accept() {}
            // Closed here, not in `stop`: this thread would otherwise accept at the next server that gets the number.
            close(listener)
        }.start()
    }

    /// The heads of the requests that have come.
    var requests: [String] { received.withLock { $0 } }

    /// The address of a path.
    func url(_ path: String = "/") throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
        return url
    }

    /// Stops listening.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private static func listen(on socket: Int32) -> UInt16? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutableBytes(of: &address) { bytes -> UInt16? in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                bind(socket, pointer, size) == 0, Glibc.listen(socket, 16) == 0,
                getsockname(socket, pointer, &size) == 0
            else { return nil }
            return UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port)
        }
    }

    /// Serves the next client on a thread of its own. False at the end.
    private func accept() -> Bool {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return false }
        Thread { [self] in serve(client) }.start()
        return true
    }

    private func serve(_ client: Int32) {
        defer { close(client) }
        let head = Self.readHead(from: client)
        received.withLock { $0.append(head) }
        switch answer(head) {
        case .text(let text, let status):
            let response =
                "HTTP/1.1 \(status) Status\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
            _ = response.withCString { send(client, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        case .silence(let whenClosed):
            var byte: UInt8 = 0
            while read(client, &byte, 1) > 0 {}
            whenClosed()
        }
    }

    private static func readHead(from client: Int32) -> String {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]), read(client, &byte, 1) == 1 { head.append(byte) }
        return String(decoding: head, as: UTF8.self)
    }
}
