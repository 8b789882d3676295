import Foundation

extension Error {
    /// The error in a person's words, if it has some, or else as a program writes it.
    package var words: String {
        if let text = (self as? any LocalizedError)?.errorDescription { return text }
        // Foundation's own errors are described for programmers only.
        let isFoundations = self is any CustomNSError || type(of: self as Any) is NSError.Type
        return isFoundations ? localizedDescription : "\(self)"
    }
}
