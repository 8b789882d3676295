import Foundation

extension Locale {
    /// The locale in which stored numbers are written. Made once, which takes longer than to read a number by it.
    static let posix = Locale(identifier: "en_US_POSIX")
}
