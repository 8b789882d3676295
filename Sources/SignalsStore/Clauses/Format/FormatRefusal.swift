/// The error for a value that does not fit an attribute.
struct FormatRefusal: Error {
    let reason: String
}
