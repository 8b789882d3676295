import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// Tests of texts by their bytes, where those show what a test by characters gives: no strings are made then.
///
/// They are of texts in normal form. Where all scalars of a part come before U+0300, each is a character, and those of a
/// text that are equal to it are the same bytes; but for CR and LF, which are one character together.
enum SQLiteTexts {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    static func add(to database: OpaquePointer) {
        for (index, test) in QueryExpression.TextTest.allCases.enumerated() {
            sqlite3_create_function_v2(
                database, SQLiteDialect.function(test), 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                UnsafeMutableRawPointer(bitPattern: index + 1),
                { context, _, arguments in
                    guard let arguments else { return }
                    let test = QueryExpression.TextTest.allCases[Int(bitPattern: sqlite3_user_data(context)) - 1]
                    SQLiteTexts.answer(context, test, arguments)
                }, nil, nil, nil)
        }
    }

    private static func answer(
        _ context: OpaquePointer?, _ test: QueryExpression.TextTest, _ arguments: UnsafeMutablePointer<OpaquePointer?>
    ) {
        guard let left = bytes(arguments[0]), let right = bytes(arguments[1]) else {
            return sqlite3_result_null(context)
        }
        if let holds = holds(test, left, right) { return sqlite3_result_int(context, holds ? 1 : 0) }
        SQLiteFunctions.answer(context) {
            try RowComputation.text(
                test, .text(String(decoding: left, as: UTF8.self)), .text(String(decoding: right, as: UTF8.self)))
        }
    }

    private static func bytes(_ argument: OpaquePointer?) -> Bytes? {
        guard let start = sqlite3_value_text(argument) else { return nil }
        return Bytes(start: start, count: Int(sqlite3_value_bytes(argument)))
    }

    /// The outcome of a test; nil where the bytes do not show it.
    static func holds(_ test: QueryExpression.TextTest, _ whole: Bytes, _ part: Bytes) -> Bool? {
        switch test {
        case .contains: contains(whole, part)
        case .startsWith: startsWith(whole, part)
        case .endsWith: endsWith(whole, part)
        case .equalsAnyCase:
            isASCII(whole) && isASCII(part) ? whole.count == part.count && equalsAnyCase(whole, part, at: 0) : nil
        case .containsAnyCase: containsAnyCase(whole, part)
        case .startsWithAnyCase: testAnyCase(whole, part, at: 0)
        case .endsWithAnyCase: testAnyCase(whole, part, at: whole.count - part.count)
        case .like, .likeAnyCase, .matches, .localizedStandardContains, .caseInsensitiveCompare, .localizedCompare: nil
        }
    }
}

// By characters.
extension SQLiteTexts {
    private static func contains(_ whole: Bytes, _ part: Bytes) -> Bool? {
        guard isSimple(part) else { return nil }
        guard let offset = offset(of: part, in: whole) else { return false }
        // Where a character does not begin or end there, it may be found further on.
        return isBoundary(whole, before: offset) && isBoundary(whole, after: offset + part.count) ? true : nil
    }

    /// The first offset of some bytes among others.
    private static func offset(of part: Bytes, in whole: Bytes) -> Int? {
        guard let start = whole.baseAddress, let first = part.baseAddress else { return nil }
        var offset = 0
        while offset + part.count <= whole.count {
            let candidates = whole.count - part.count - offset + 1
            guard let found = memchr(start + offset, Int32(first.pointee), candidates) else { return nil }
            offset = UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
            if memcmp(found, first, part.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }

    private static func startsWith(_ whole: Bytes, _ part: Bytes) -> Bool? {
        guard isSimple(part) else { return nil }
        guard whole.count >= part.count, memcmp(whole.baseAddress!, part.baseAddress!, part.count) == 0 else {
            return false
        }
        return isBoundary(whole, after: part.count) ? true : nil
    }

    private static func endsWith(_ whole: Bytes, _ part: Bytes) -> Bool? {
        guard isSimple(part) else { return nil }
        let offset = whole.count - part.count
        guard offset >= 0, memcmp(whole.baseAddress! + offset, part.baseAddress!, part.count) == 0 else { return false }
        return isBoundary(whole, before: offset) ? true : nil
    }

    /// True if each scalar of a part is a character, which the same bytes are in every text.
    private static func isSimple(_ part: Bytes) -> Bool {
        !part.isEmpty && part.allSatisfy { $0 < 0xCC && $0 != 0x0A && $0 != 0x0D }
    }

    /// True if a character begins at an offset after a scalar: none comes before U+0600 that holds on to the next.
    private static func isBoundary(_ text: Bytes, before offset: Int) -> Bool {
        var offset = offset - 1
        while offset >= 0, text[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset < 0 || text[offset] < 0xD8
    }

    /// True if a character ends before an offset: none before U+0300 belongs to the one before it.
    private static func isBoundary(_ text: Bytes, after offset: Int) -> Bool {
        offset >= text.count || text[offset] < 0xCC
    }
}

// In any case, of ASCII.
extension SQLiteTexts {
    private static func testAnyCase(_ whole: Bytes, _ part: Bytes, at offset: Int) -> Bool? {
        guard isASCII(whole), isASCII(part), isSimple(part) else { return nil }
        return offset >= 0 && offset + part.count <= whole.count && equalsAnyCase(whole, part, at: offset)
    }

    private static func containsAnyCase(_ whole: Bytes, _ part: Bytes) -> Bool? {
        guard isASCII(whole), isASCII(part), isSimple(part) else { return nil }
        guard whole.count >= part.count else { return false }
        return (0...whole.count - part.count).contains { equalsAnyCase(whole, part, at: $0) }
    }

    private static func equalsAnyCase(_ whole: Bytes, _ part: Bytes, at offset: Int) -> Bool {
        for index in 0..<part.count where small(whole[offset + index]) != small(part[index]) { return false }
        return true
    }

    @inline(__always)
    private static func small(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    private static func isASCII(_ text: Bytes) -> Bool {
        let bytes = UnsafeRawBufferPointer(text)
        var index = 0
        while index + 8 <= bytes.count {
            if bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            index += 8
        }
        while index < bytes.count {
            if bytes[index] >= 0x80 { return false }
            index += 1
        }
        return true
    }
}
