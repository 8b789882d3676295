/// A line in the source of a program.
public struct CallSite: Sendable {
    private let file: StaticString
    /// The line, from 1.
    public let line: UInt

    /// The line where this is called, unless another one is given.
    ///
    /// - Parameters:
    ///   - fileID: the module and the file, as in `MyApp/TaskList.swift`.
    ///   - line: the line.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line) { self.init(file: fileID, at: line) }

    @usableFromInline
    init(file: StaticString, at line: UInt) { (self.file, self.line) = (file, line) }

    /// The module and the file, as in `MyApp/TaskList.swift`.
    public var fileID: String { "\(file)" }
}

extension CallSite: Hashable {
    /// True if both are the same line of the same file.
    public static func == (first: CallSite, second: CallSite) -> Bool {
        first.line == second.line && first.fileID == second.fileID
    }

    /// Feeds the file and the line to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}

extension CallSite: CustomStringConvertible {
    /// The file and the line, as in `MyApp/TaskList.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
