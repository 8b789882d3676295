import CPlatform
import Foundation
import SignalsSQL
import SignalsStoreCore

/// A file and its path, to find out if it is still there: SQLite would go on writing to a deleted file, and the saves
/// would be lost at the end.
struct FileIdentity: Sendable {
    private let path: String
    private let device: UInt64
    private let number: UInt64

    /// The system's answer, `errno`, when it does not say which file is at a path.
    private struct Refusal: Error { package let code: Int32 }

    /// Nil when there is no such file.
    init?(_ path: String) {
        guard let found = try? Self.identity(path) else { return nil }
        self.path = path
        (device, number) = found
    }

    /// True if the same file is at the same path.
    var isUnmoved: Bool { obstacle == nil }

    /// The reason why writes to the file would not be at its path; nil if they would.
    var obstacle: SaveError.Reason? {
        do throws(Refusal) {
            return try Self.identity(path) == (device, number) ? nil : .fileMissing
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR: return .fileMissing
            case EACCES, EPERM: return .readOnly
            default: return .inputOutput(reason: String(cString: strerror(error.code)))
            }
        }
    }

    private static func identity(_ path: String) throws(Refusal) -> (UInt64, UInt64) {
        var file = signals_file()
        let code = signals_find_file(path, &file)
        guard code == 0 else { throw Refusal(code: code) }
        return (file.device, file.number)
    }
}
