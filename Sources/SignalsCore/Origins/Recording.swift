extension Record {
    /// Values, and the completion after them. Combine's `Record.Recording`.
    public struct Recording: Sendable {
        /// The kind of values.
        public typealias Input = Output

        /// The values so far.
        public private(set) var output: [Output]

        /// The completion; `.finished` as long as none was recorded.
        public private(set) var completion: Subscribers.Completion<Failure>

        private var isComplete = false

        /// A recording without values, to be recorded into.
        public init() {
            output = []
            completion = .finished
        }

        /// A complete recording.
        ///
        /// - Parameters:
        ///   - output: the values.
        ///   - completion: the completion.
        public init(output: [Output] = [], completion: Subscribers.Completion<Failure> = .finished) {
            self.output = output
            self.completion = completion
            isComplete = true
        }

        /// Records a value. The program stops if the recording is complete.
        ///
        /// - Parameter input: the value.
        public mutating func receive(_ input: Input) {
            stopIfComplete("a value")
            output.append(input)
        }

        /// Records the completion. The program stops if the recording is complete.
        ///
        /// - Parameter completion: the completion.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            stopIfComplete("a second completion")
            self.completion = completion
            isComplete = true
        }

        private func stopIfComplete(_ what: String) {
            if isComplete {
                fatalError("A recording that is complete cannot take \(what). Record everything before the completion.")
            }
        }
    }
}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case output, completion
    }

    /// Decodes what ``encode(to:)`` wrote.
    ///
    /// - Parameter decoder: the decoder to read from.
    /// - Throws: what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            output: try container.decode([Output].self, forKey: .output),
            completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
    }

    /// Encodes the values and the completion, as ``encode(to:)`` does.
    ///
    /// - Parameter encoder: the encoder to write to.
    /// - Throws: what the encoder throws.
    public func encode(into encoder: any Encoder) throws {
        try encode(to: encoder)
    }

    /// Encodes the values and the completion.
    ///
    /// - Parameter encoder: the encoder to write to.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(completion, forKey: .completion)
    }
}
