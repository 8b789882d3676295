import Foundation

extension TodoFile {
    /// Reads the file at `path`.
    ///
    /// - Throws: `TodoFileError` when it cannot be read, or is not UTF-8.
    init(path: String) throws {
        let bytes: Data
        do {
            // A file handle reads pipes too, such as /dev/stdin.
            bytes = try FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() ?? Data()
        } catch {
            throw TodoFileError.notReadable(path: path, reason: FileFailure.reason(error, path: path))
        }
        try self.init(bytes)
    }
}
