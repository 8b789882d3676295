import Foundation

/// A program that has a file open.
struct OpenProgram: Hashable, Sendable, Identifiable {
    let id: Int
    let name: String

    /// The programs that have the file at `url` open, this one not among them, by the numbers of their processes.
    ///
    /// Linux tells it of the processes of the same user, or of all to the superuser; other systems tell nothing here.
    static func all(with url: URL) -> [OpenProgram] {
        let files = FileManager.default
        let path = url.resolvingSymlinksInPath().path
        let processes = (try? files.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int($0) } ?? []
        return processes.sorted().compactMap { process in
            guard process != Int(ProcessInfo.processInfo.processIdentifier) else { return nil }
            let folder = "/proc/\(process)/fd"
            let descriptors = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            let isOpen = descriptors.contains {
                (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
            }
            guard isOpen else { return nil }
            let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            return OpenProgram(id: process, name: name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "?")
        }
    }
}
