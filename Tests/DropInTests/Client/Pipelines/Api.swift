import Combine
import Foundation

enum ApiError: Error, Equatable {
    case offline
    case status(Int)
    case other(String)
}

protocol Transport {
    func load(_ path: String, completion: @escaping (Result<Data, ApiError>) -> Void)
}

/// Wraps callbacks in futures, as people wrap `URLSession`.
class Api {
    private let transport: Transport
    private let queue = DispatchQueue(label: "api")
    var requests = 0
    private var pending: Future<Data, ApiError>.Promise?

    init(transport: Transport) {
        self.transport = transport
    }

    func data(_ path: String) -> AnyPublisher<Data, ApiError> {
        Deferred {
            Future { promise in
                self.requests += 1
                self.transport.load(path) { promise($0) }
            }
        }
        .eraseToAnyPublisher()
    }

    func fetch<T: Decodable>(_ type: T.Type, _ path: String) -> AnyPublisher<T, ApiError> {
        data(path)
            .retry(1)
            .receive(on: queue)
            .tryMap { data -> Data in
                guard !data.isEmpty else { throw ApiError.status(204) }
                return data
            }
            .decode(type: T.self, decoder: JSONDecoder())
            .mapError { $0 as? ApiError ?? .other("\(Swift.type(of: $0))") }
            .eraseToAnyPublisher()
    }

    func manual() -> Future<Data, ApiError> {
        Future { self.pending = $0 }
    }

    func fulfill(_ data: Data) {
        pending?(.success(data))
    }
}
