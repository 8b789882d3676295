/// The reason why a file cannot be read or written. Nothing of it was taken over.
enum TodoFileError: Error, Hashable, Sendable {
    case notText(line: Int)
    case notReadable(path: String, reason: String)
    case notWritable(path: String, reason: String)
}

extension TodoFileError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notText(let line):
            "line \(line) is not UTF-8 text, so nothing was imported; save the file as UTF-8 and import it again"
        case .notReadable(let path, let reason):
            "\(path) cannot be read (\(reason)), so nothing was imported; check the path and its permissions"
        case .notWritable(let path, let reason):
            "\(path) cannot be written (\(reason)); choose another file or check its permissions"
        }
    }
}
