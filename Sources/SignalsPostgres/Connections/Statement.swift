/// A statement with the values of its parameters.
struct Statement: Sendable {
    let text: String
    var parameters = Parameters()

    init(_ text: String, _ parameters: Parameters = Parameters()) {
        self.text = text
        self.parameters = parameters
    }
}
