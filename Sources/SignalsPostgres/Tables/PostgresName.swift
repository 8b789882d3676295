/// Names of tables and columns in a statement.
enum PostgresName {
    /// The server cuts names off after as many bytes.
    private static let greatestLength = 63
    private static let systemColumns: Set<String> = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]

    /// The name, quoted so that it is nothing else. One that the server would cut off, or has for itself, has a number in
    /// its place.
    static func quoted(_ name: String) -> String {
        let name = identifier(name)
        return "\"" + (name.utf8.contains(UInt8(ascii: "\"")) ? name.replacing("\"", with: "\"\"") : name) + "\""
    }

    static func identifier(_ name: String) -> String {
        guard name.utf8.count > greatestLength || systemColumns.contains(name) else { return name }
        var start = name
        while start.utf8.count > greatestLength - 17 { start.removeLast() }
        return start + "_" + hash([name])
    }

    /// Digits that stand for names: FNV-1a, 64 bits, which has to be the same on every platform for good.
    static func hash(_ names: [String]) -> String {
        let bytes = names.map { Array($0.utf8) }.joined(separator: [0])
        return String(bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }
}
