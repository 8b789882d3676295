import Foundation

/// The place where the tasks are kept.
enum StoreLocation {
    private static let file = "household-tasks/tasks.sqlite"

    /// The file at `path` if one is given, else the one in the user's data folder.
    static func url(path: String?, environment: [String: String]) -> URL {
        if let path { return URL(filePath: path) }
        // A relative path in XDG_DATA_HOME is to be ignored, says the XDG base directory specification.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return URL(filePath: data).appending(path: file)
        }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return URL(filePath: home).appending(path: ".local/share").appending(path: file)
    }
}
