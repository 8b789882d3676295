import Foundation

/// The kind and the size of the file at a path, or of what a symbolic link there refers to. `FileManager` says more, for ten
/// times the work, which is a tenth of opening a store.
struct FileStatus {
    let size: Int
    let isDirectory: Bool
    let isRegular: Bool

    /// Nil where there is no file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }
}
