import Foundation

/// The reason why a command cannot be done, and what to do instead.
enum FeedError: Error, Equatable, CustomStringConvertible {
    case usage
    case unreadable(path: String, reason: String)
    case malformed(path: String, reason: String)
    case unknownArticle(String)

    var description: String {
        switch self {
        case .usage:
            "usage: FeedReader STORE import FILE.json | list | read URL | watch [CHANGES] | feeds [CHANGES] | show"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .malformed(let path, let reason): "\(path) is not a file of feeds; nothing was imported. \(reason)"
        case .unknownArticle(let url): "no article has the address \(url); list shows those that are unread"
        }
    }
}
