import Foundation

extension URL {
    /// The file that a store is kept in, with one name however it is reached.
    ///
    /// - Throws: `StoreError.notAFileURL`.
    package func storeFile() throws(StoreError) -> URL {
        guard isFileURL, !path.isEmpty, !path.contains("\u{0}") else { throw .notAFileURL(self) }
        return standardizedFileURL.resolvingSymlinksInPath()
    }
}
