/// The abilities that PostgreSQL has, and that a pooler or another server that speaks its protocol may lack.
public struct PostgresAbilities: OptionSet, Sendable, Hashable {
    /// The abilities as bits.
    public let rawValue: Int

    /// Abilities, from their bits. May be called on any thread.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The server notifies connections of commits, by LISTEN and NOTIFY. Without it, a program that follows the store
    /// polls every second. Opening the store also detects if it is missing, except with a pooler that gives each
    /// transaction another connection: there no notification arrives, and it has to be left out. The program's commits
    /// notify those that listen all the same, if the server can.
    public static let notifications = PostgresAbilities(rawValue: 1)
    /// Many rows are inserted by COPY in binary. Without it, they are inserted by statements.
    public static let copying = PostgresAbilities(rawValue: 2)
    /// Statements are prepared once in each connection, under names. Without it, they are sent whole each time: leave
    /// it out where a pooler gives each transaction another connection, and does not support named statements.
    public static let preparedStatements = PostgresAbilities(rawValue: 4)

    /// The server takes notifications, found out when a store is opened: other programs may listen, whether this one does
    /// or not.
    static let notifying = PostgresAbilities(rawValue: 1 << 16)

    /// All: those of PostgreSQL itself.
    public static let all: PostgresAbilities = [.notifications, .copying, .preparedStatements]
}
