import Foundation
import SignalsDashboard

extension TestScreen {
    /// Returns the differences between what is shown and a stored picture, line by line; nil if there are none.
    ///
    /// Pictures are text files in the folder `Pictures` beside the test's file. With `RECORD=1` in the environment, the
    /// picture is written instead, and one for people (SVG) beside it.
    ///
    /// - Parameters:
    ///   - name: the picture's name, without an ending.
    ///   - file: the test's file.
    public func difference(fromPicture name: String, file: StaticString = #filePath) -> String? {
        let folder = URL(filePath: "\(file)").deletingLastPathComponent().appending(path: "Pictures")
        let url = folder.appending(path: name + ".txt")
        let text = frame.text + "\n"
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
                try Data(frame.svg().utf8).write(to: folder.appending(path: name + ".svg"))
                return nil
            } catch {
                return "The picture \(url.path) cannot be written: \(error)"
            }
        }
        guard let data = try? Data(contentsOf: url) else {
            return "There is no picture \(url.path). Run the test with RECORD=1 to make it. This is shown:\n\(text)"
        }
        return Self.difference(String(decoding: data, as: UTF8.self), text)
    }

    private static func difference(_ stored: String, _ shown: String) -> String? {
        guard stored != shown else { return nil }
        let (before, after) = (
            stored.split(separator: "\n", omittingEmptySubsequences: false),
            shown.split(separator: "\n", omittingEmptySubsequences: false)
        )
        let rows = (0..<max(before.count, after.count)).filter { row in
            (row < before.count ? before[row] : nil) != (row < after.count ? after[row] : nil)
        }
        return rows.map { row in
            "row \(row)\n- \(row < before.count ? before[row] : "")\n+ \(row < after.count ? after[row] : "")"
        }.joined(separator: "\n")
    }
}
