import Foundation

extension TodoFile {
    /// Reads the file at `path`.
    ///
    /// - Throws: `TodoFileError` when it cannot be read, or is not UTF-8.
    init(path: String) throws {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw TodoFileError.notReadable(path: path, reason: FileFailure.reason(error, path: path))
        }
        try self.init(bytes)
    }
}
