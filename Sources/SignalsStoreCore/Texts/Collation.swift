import Foundation
import SignalsCore

#if canImport(_FoundationICU)
    import _FoundationICU
#endif

/// The order of texts in a locale, for people: letters as its language has them in order, "a" beside "A", and numbers in
/// texts by their value. The Unicode Collation Algorithm with the locale's tailoring.
package final class Collation: Sendable {
    /// The locale's identifier, as ICU writes it.
    package let identifier: String
    /// True if the locale's language is known; else the order is that of no language.
    package let isKnown: Bool

    #if canImport(_FoundationICU)
        private let collator: Vouched<OpaquePointer?>
    #endif

    private static let known = Locked<[String: Collation]>([:])

    /// The order of a locale, which is made once.
    package static func of(_ locale: Locale) -> Collation {
        // ICU reads an identifier up to U+0000.
        named(isPlain(locale.identifier) ? locale.identifier(.icu) : locale.identifier)
    }

    /// The order of the locale with an identifier.
    package static func named(_ identifier: String) -> Collation {
        if let collation = known.withLock({ $0[identifier] }) { return collation }
        let made = Collation(identifier)
        return known.withLock { known in
            if let collation = known[identifier] { return collation }
            known[identifier] = made
            return made
        }
    }

    private init(_ identifier: String) {
        self.identifier = identifier
        isKnown = Self.isKnown(identifier)
        #if canImport(_FoundationICU)
            // SAFETY: a collator that is no longer changed may be used by any thread.
            collator = Vouched(Self.collator(isKnown ? identifier : ""))
        #endif
    }

    private static func isKnown(_ identifier: String) -> Bool {
        if ["", "root", "und"].contains(identifier) { return true }
        return isPlain(identifier) && Locale(identifier: identifier).language.languageCode?.isISOLanguage == true
    }

    private static func isPlain(_ identifier: String) -> Bool {
        identifier.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_-@=;".utf8.contains(byte)
            }
        }
    }
}

extension Collation: Hashable {
    package static func == (left: Collation, right: Collation) -> Bool { left.identifier == right.identifier }
    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension Collation {
    /// Returns how two texts come one after the other; texts that Swift calls different are never the same here: where
    /// the locale considers them equal, they are ordered as in Swift.
    package func compare(_ left: String, _ right: String) -> ComparisonResult {
        let order = order(left, right)
        if order != .orderedSame { return order }
        if left == right { return .orderedSame }
        return NormalForm.precedes(left, right) ? .orderedAscending : .orderedDescending
    }

    #if canImport(_FoundationICU)
        /// True if `key(of:)` gives keys.
        package static let hasKeys = true

        private static func collator(_ identifier: String) -> OpaquePointer? {
            var error = U_ZERO_ERROR
            let collator = swift_ucol_open(identifier, &error)
            swift_ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &error)
            // Else texts that are equal in Swift could differ.
            swift_ucol_setAttribute(collator, UCOL_NORMALIZATION_MODE, UCOL_ON, &error)
            return collator
        }

        private func order(_ left: String, _ right: String) -> ComparisonResult {
            var (left, right) = (left, right)
            return left.withUTF8 { left in right.withUTF8 { right in order(left, right) } }
        }

        /// The locale's order of texts in UTF-8, with nothing that decides where it does not.
        package func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> ComparisonResult
        {
            left.withMemoryRebound(to: CChar.self) { left in
                right.withMemoryRebound(to: CChar.self) { right in
                    var error = U_ZERO_ERROR
                    let order = swift_ucol_strcollUTF8(
                        collator.value, left.baseAddress, Int32(left.count), right.baseAddress, Int32(right.count),
                        &error)
                    return ComparisonResult(rawValue: Int(order.rawValue)) ?? .orderedSame
                }
            }
        }

        /// Bytes that are in order as the texts are.
        package func key(of text: String) -> Data {
            let units = Array(text.utf16)
            var key = Data(count: 4 * units.count + 16)
            while true {
                let capacity = key.count
                let count = key.withUnsafeMutableBytes { bytes in
                    Int(
                        swift_ucol_getSortKey(
                            collator.value, units, Int32(units.count), bytes.bindMemory(to: UInt8.self).baseAddress,
                            Int32(capacity)))
                }
                // The last byte, a zero, ends each key.
                if count <= capacity { return key.prefix(max(0, count - 1)) }
                key = Data(count: count)
            }
        }
    #else
        package static let hasKeys = false

        private func order(_ left: String, _ right: String) -> ComparisonResult {
            left.compare(
                right, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering], range: nil,
                locale: Locale(identifier: isKnown ? identifier : ""))
        }

        package func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> ComparisonResult
        {
            order(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
        }

        package func key(of text: String) -> Data { Data(text.utf8) }
    #endif
}
