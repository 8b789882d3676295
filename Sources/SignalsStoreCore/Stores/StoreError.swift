import Foundation

/// The error of a store that could not be opened, or is no longer open.
public enum StoreError: Error, Sendable {
    /// The file is not an SQLite database, or a damaged one. It was not changed.
    case notADatabase(URL)
    /// The file is an SQLite database that another program made. It was not changed.
    case foreignDatabase(URL)
    /// The store has classes, and none of them is in the model: another program keeps it. It was not changed. The first
    /// value names the store, by its path where it is a file.
    case otherProgramsStore(String, entityNames: [String])
    /// The store has data that the model does not have, and for which there is no permission to drop it: see
    /// ``PersistentStoreDescription/dropping(_:)``. It was not changed. The first value names the store.
    case wouldDrop(String, [StoreLoss])
    /// A folder exists in place of the file.
    case isDirectory(URL)
    /// A file exists in place of the folder for the backup of several stores.
    case isNoDirectory(URL)
    /// The file, or its folder, cannot be read or written. It was not changed.
    case noPermission(URL)
    /// The folder that the file should be in does not exist.
    case noDirectory(URL)
    /// The file was written with another model, and no automatic migration leads to this one without loss. It was not
    /// changed. Each line states one difference; differences that prevent the migration come first, with the reason.
    case incompatibleModel(URL, differences: [String])
    /// The file was written by a newer version of this library. It was not changed.
    case newerFormat(URL, version: Int)
    /// A newer version of the program wrote the file, with a model of this version. The file was not changed.
    case newerModel(URL, version: Int)
    /// A migration stage written by hand threw an error. The file was not changed.
    case stageFailed(URL, from: Int, to: Int, any Error)
    /// The file is already open in this process, with another model.
    case openWithAnotherModel(URL)
    /// The file is already open in this process, with another durability or another busy timeout.
    case openWithOtherSettings(URL)
    /// A store is open, in this process or in another, and was to be replaced or deleted. It was not changed.
    case inUse(URL)
    /// A file that is not a store of this library was to be replaced. It was not changed.
    case wouldReplace(URL)
    /// A URL that names no file: of another scheme, without a path, or with a NUL in it.
    case notAFileURL(URL)
    /// A container was given the same store twice, or a copy of it: their objects would have the same IDs. Of a store of
    /// another package, also that it is open already with another model or as another object. The locations are those of
    /// files.
    case sameStoreTwice(UUID, locations: [URL])
    /// The store has no such operation.
    case unsupported(operation: String)
    /// A setting that durable saves need did not take, such as write-ahead logging on a network drive.
    case settingRefused(URL, setting: String, value: String)
    /// Another process holds the file locked.
    case busy(URL)
    /// The container was closed.
    case closed(name: String)
    /// The server that keeps the store refused it, or did not answer. The first value names the server and the database,
    /// and never a user or a password.
    case server(String, ServerProblem)
    /// The store failed in another way.
    case failed(URL, reason: String)
}

extension StoreError: LocalizedError, CustomStringConvertible {
    /// A text that says what happened and what to do.
    public var description: String {
        switch self {
        case .notADatabase(let url):
            "\(url.location) is not a database, or is damaged. Choose another file, or restore it."
        case .foreignDatabase(let url): "\(url.location) is the database of another program. Choose another file."
        case .otherProgramsStore(let store, let names):
            "\(store) is the store of another program: it has \(Self.list(names)), and this program's model has none of "
                + "these. It was not changed. Choose another file; or, if it is this program's, say in the model what "
                + "became of its classes, with renamedFrom or a migration stage, or give them up with dropping(_:)."
        case .wouldDrop(let store, let losses):
            "\(store) was not changed, since this program's model does not have \(Self.list(losses.map(\.description))). "
                + "Say where they go, with renamed(from:), renamedFrom or a migration stage, or give them up: "
                + ".dropping(\(losses.map { "\"\($0.name)\"" }.joined(separator: ", ")))."
        case .isDirectory(let url): "\(url.location) is a folder. Give the path of a file in it."
        case .isNoDirectory(let url):
            "\(url.location) is a file, and a container with several stores is backed up to a folder. Give the path of one."
        case .noPermission(let url):
            "\(url.location) cannot be read and written. Check the permissions of it and its folder."
        case .noDirectory(let url): "\(url.deletingLastPathComponent().path) does not exist. Create the folder first."
        case .incompatibleModel(let url, let differences):
            "\(url.location) was written with another model: \(differences.joined(separator: "; ")). It was not changed."
        case .newerFormat(let url, let version):
            "\(url.location) has format \(version), which a newer version of this program wrote. Update the program."
        case .newerModel(let url, let version):
            "\(url.location) was written by a newer version of this program, with version \(version) of its model. Update the "
                + "program; or, to go back to an older model for good, give that a greater version."
        case .stageFailed(let url, let from, let to, let error):
            "\(url.location) could not be brought from version \(from) of its model to \(to): \(error). It was not changed."
        case .openWithAnotherModel(let url):
            "\(url.location) is already open in this program with another model. Use one model for one store."
        case .openWithOtherSettings(let url):
            "\(url.location) is already open in this program with other settings. Use one durability and one busyTimeout"
                + (url.isFileURL ? "." : ", and one address with the same abilities and replicas.")
        case .inUse(let url): "\(url.location) is open. Close it, here and in other programs, and try again."
        case .wouldReplace(let url):
            "\(url.location) exists and is not a store. Choose another path, or say that any file may be replaced."
        case .notAFileURL(let url): "\(url.absoluteString) names no file. Use URL(fileURLWithPath:)."
        case .sameStoreTwice(_, let locations) where Set(locations).count > 1:
            "\(locations[1].location) is a copy of \(locations[0].location). Give a container one of them."
        case .sameStoreTwice(_, let locations) where locations.count > 1:
            "\(locations[0].location) is given to a container twice. Leave one out."
        case .sameStoreTwice(let identifier, _):
            "The store \(identifier) is open already, or is a copy of one that is. Leave one out, or use one model."
        case .unsupported(let operation): "This kind of store has no \(operation)."
        case .settingRefused(let url, let setting, let value):
            "\(url.location): \(setting) did not take (\(value)), so saves would not be durable. Move the file to a local disk."
        case .busy(let url): "\(url.location) is locked by another program. Try again when it is done."
        case .closed(let name): "The container \"\(name)\" is closed."
        case .server(let server, let problem): problem.description(of: server)
        case .failed(let url, let reason): "\(url.location): \(reason)"
        }
    }

    private static func list(_ words: [String]) -> String {
        words.prefix(words.count > 6 ? 5 : 6).listed(of: words.count)
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension URL {
    /// A file's path; of a store on a server, the server, the database and the schema.
    fileprivate var location: String { isFileURL ? path : String(path.dropFirst()) }
}
