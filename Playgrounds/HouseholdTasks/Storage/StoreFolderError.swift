/// The folder for the store cannot be made.
struct StoreFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String {
        "the folder \(path) for the tasks cannot be made (\(reason)); choose another place with --store"
    }
}
