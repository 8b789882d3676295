import Foundation
import SignalsCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Stands between a program and the server, and cuts a connection once: when it begins, as a server does that is
/// starting, when the server says that it has committed, or when the program asks it to.
final class CuttingProxy: Sendable {
    enum Moment: Sendable { case beginning, beforeCommit, afterCommit }

    /// The messages that a transaction was committed: one that was begun, or the end of one that the server made of
    /// statements that came together.
    private static let committed = Data([0x43, 0, 0, 0, 0x0B]) + Data("COMMIT\0".utf8)
    private static let added = Data("INSERT 0 ".utf8)
    private static let idle = Data([0x5A, 0, 0, 0, 5, 0x49])

    private let folder: String
    private let listening: Int32
    private let moment = Locked<Moment?>(nil)
    let cuts = Locked(0)

    init() throws {
        folder = "/tmp/signals-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        listening = try listenAt(folder + "/.s.PGSQL.5432")
        Thread.detachNewThread { [self] in
            defer { Self.close(listening) }
            while true {
                let program = accept(listening, nil, nil)
                guard program >= 0 else { return }
                if isCutAtTheBeginning {
                    refuse(program)
                    continue
                }
                guard let server = try? connectTo(TestServer.folder + "/.s.PGSQL.5432") else {
                    return Self.close(program)
                }
                let directions = Locked(2)
                for (source, target, isAnswer) in [(program, server, false), (server, program, true)] {
                    Thread.detachNewThread { [self] in
                        pass(from: source, to: target, isAnswer: isAnswer)
                        // The other direction may still use the numbers, which the next connection would get.
                        guard
                            directions.withLock({ left in
                                left -= 1; return left == 0
                            })
                        else { return }
                        Self.close(source)
                        Self.close(target)
                    }
                }
            }
        }
    }

    var address: String {
        "postgresql://signals@/signals?host=" + folder.replacing("/", with: "%2F")
    }

    /// Cuts the next connection that comes to this.
    func cut(at moment: Moment) { self.moment.withLock { $0 = moment } }

    func close() {
        shutdown(listening, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func close(_ socket: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(socket)
        #elseif canImport(Darwin)
            _ = Darwin.close(socket)
        #endif
    }

    private var isCutAtTheBeginning: Bool {
        moment.withLock { moment in
            guard moment == .beginning else { return false }
            moment = nil
            cuts.withLock { $0 += 1 }
            return true
        }
    }

    /// Answers as a server that is starting.
    private func refuse(_ program: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        _ = read(program, &buffer, buffer.count)
        let fields = Data("SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0".utf8)
        _ = pass(([0x45, 0, 0, 0, UInt8(fields.count + 4)] + fields)[...], to: program)
        Self.close(program)
    }

    private func pass(from source: Int32, to target: Int32, isAnswer: Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count <= 0 || isCut(Data(buffer.prefix(count)), isAnswer) { break }
            guard pass(buffer.prefix(count), to: target) else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    /// False when nobody reads there any more, which is no reason for a signal that ends the program.
    private func pass(_ bytes: ArraySlice<UInt8>, to target: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let written = send(target, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
                if written <= 0 { return false }
                sent += written
            }
            return true
        }
    }

    private func saysCommitted(_ bytes: Data) -> Bool {
        bytes.range(of: Self.committed) != nil
            || bytes.range(of: Self.added) != nil && bytes.range(of: Self.idle) != nil
    }

    private func isCut(_ bytes: Data, _ isAnswer: Bool) -> Bool {
        moment.withLock { moment in
            switch moment {
            case .afterCommit where isAnswer && saysCommitted(bytes): break
            case .beforeCommit
            where !isAnswer && bytes.range(of: Data("signals_history".utf8)) != nil
                && bytes.range(of: Data("INSERT INTO".utf8)) != nil:
                break
            default: return false
            }
            moment = nil
            cuts.withLock { $0 += 1 }
            return true
        }
    }
}
