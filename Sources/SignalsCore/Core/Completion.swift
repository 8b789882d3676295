extension Subscribers {
    /// The end of a publisher: normal or by an error. Combine's `Subscribers.Completion`.
    @frozen
    public enum Completion<Failure: Error>: Sendable {
        /// It ended normally.
        case finished

        /// It stopped because of an error.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion {
    /// Returns the same completion with another kind of error.
    @inlinable
    func mapError<NewFailure: Error>(_ transform: (Failure) -> NewFailure) -> Subscribers.Completion<NewFailure> {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }

    /// The same completion as `any Error`.
    @inlinable
    var erased: Subscribers.Completion<any Error> { mapError { $0 } }
}

private enum CodingKeys: String, CodingKey {
    case success, error
}

extension Subscribers.Completion: Encodable where Failure: Encodable {
    /// Encodes whether it was a success, and the error if not.
    ///
    /// - Parameter encoder: the encoder to write to.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .finished:
            try container.encode(true, forKey: .success)
        case .failure(let error):
            try container.encode(false, forKey: .success)
            try container.encode(error, forKey: .error)
        }
    }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
    /// Decodes what ``encode(to:)`` wrote.
    ///
    /// - Parameter decoder: the decoder to read from.
    /// - Throws: what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self =
            if try container.decode(Bool.self, forKey: .success) {
                .finished
            } else {
                .failure(try container.decode(Failure.self, forKey: .error))
            }
    }
}
