/// A command of a key, declared once for dispatch, the hint line and the help.
///
/// ```swift
/// KeyCommand("d", name: "done", unless: { tasks.targets.isEmpty ? "no task is selected" : nil }) { complete() }
/// ```
@MainActor
public struct KeyCommand {
    /// The keys, of which the first is the one that hints name.
    public let keys: [Key]
    /// The command in a word or two, as the hint line has it.
    public let name: String
    /// The rank in the hint line: the lowest goes first when space is short, and 0 is in the help only.
    public let priority: Int

    private let condition: (@MainActor () -> Bool)?
    private let obstacle: @MainActor () -> String?
    private let action: @MainActor (Key) -> Void

    /// A command.
    ///
    /// - Parameters:
    ///   - keys: the keys that call it, of which the first is the one that hints name.
    ///   - name: the command in a word or two.
    ///   - priority: the rank in the hint line; 0 keeps it out of there.
    ///   - condition: returns false while the command is absent. Unless given, it is always present.
    ///   - obstacle: the reason why it cannot be called now, in a few words: the command is shown dim then, and
    ///     pressing its key shows the reason. Nil if it can be called.
    ///   - action: the closure to call, on the main actor.
    public init(
        _ keys: Key..., name: String, priority: Int = 5, when condition: (@MainActor () -> Bool)? = nil,
        unless obstacle: @escaping @MainActor () -> String? = { nil }, _ action: @escaping @MainActor () -> Void
    ) {
        self.init(keys, name: name, priority: priority, when: condition, unless: obstacle) { _ in action() }
    }

    /// A command whose keys do different things.
    init(
        _ keys: [Key], name: String, priority: Int = 5, when condition: (@MainActor () -> Bool)? = nil,
        unless obstacle: @escaping @MainActor () -> String? = { nil },
        pressed action: @escaping @MainActor (Key) -> Void
    ) {
        self.keys = keys
        self.name = name
        self.priority = priority
        self.condition = condition
        self.obstacle = obstacle
        self.action = action
    }

    /// True if the command is present now.
    public var isPresent: Bool { condition?() ?? true }

    /// The reason why the command cannot be called now; nil if it can.
    public var reasonNotToRun: String? { obstacle() }

    /// Calls the command, even if `reasonNotToRun` is not nil.
    ///
    /// - Parameter key: the key that was pressed; its first unless given.
    public func run(_ key: Key? = nil) { action(key ?? keys.first ?? .enter) }

    /// True if it is present at all times.
    var isAlwaysPresent: Bool { condition == nil }

    /// The keys as the help names them: `↑ k`.
    var keyNames: String { keys.map(\.description).joined(separator: " ") }
}
