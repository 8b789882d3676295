import Foundation

/// A feed as a file has it.
struct FeedRecord: Decodable, Sendable {
    let url: URL
    let title: String
    let articles: [ArticleRecord]
}

/// An article as a file has it.
struct ArticleRecord: Decodable, Sendable {
    let url: URL
    let title: String
    let published: Date
    let tags: [String]
}

/// A JSON file with feeds.
enum FeedFile {
    /// The feeds in the file at `path`.
    ///
    /// - Throws: `FeedError` when the file cannot be read, or a feed or an article in it is not whole.
    static func feeds(path: String) throws -> [FeedRecord] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let feeds: [FeedRecord]
        do {
            feeds = try decoder.decode([FeedRecord].self, from: Data(contentsOf: URL(filePath: path)))
        } catch let error as DecodingError {
            throw FeedError.malformed(path: path, reason: reason(error))
        } catch {
            throw FeedError.unreadable(path: path, reason: error.localizedDescription)
        }
        for url in feeds.flatMap({ [$0.url] + $0.articles.map(\.url) }) where url.host() == nil {
            throw FeedError.malformed(path: path, reason: "“\(url.absoluteString)” is not a web address.")
        }
        return feeds
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "\(place(context.codingPath)): \(context.debugDescription)"
        @unknown default: "\(error)"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "the file" : path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
}
