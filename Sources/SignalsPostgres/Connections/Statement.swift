/// A statement with the values of its parameters.
struct Statement: Sendable {
    var text: String
    var parameters = Parameters()

    init(_ text: String, _ parameters: Parameters = Parameters()) {
        self.text = text
        self.parameters = parameters
    }
}
