import Foundation

extension URL {
    /// The file that a store is kept in, with one name however it is reached.
    ///
    /// - Throws: `StoreError.notAFileURL`.
    package func storeFile() throws(StoreError) -> URL {
        let path = path
        guard isFileURL, !path.isEmpty, !path.utf8.contains(0) else { throw .notAFileURL(self) }
        // Foundation takes ten times as long, a tenth of opening a store. Its result for a file that does not exist yet
        // has the name that the system will give it.
        if let path = Self.realPath(path) { return URL(fileURLWithPath: path, isDirectory: false) }
        let file = standardizedFileURL.resolvingSymlinksInPath()
        guard let folder = Self.realPath(file.deletingLastPathComponent().path) else { return file }
        return URL(fileURLWithPath: folder, isDirectory: true).appending(path: file.lastPathComponent)
    }

    /// The absolute path of a file or folder without symbolic links; nil where there is none.
    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
