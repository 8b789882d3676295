/// The services of a store for an attribute, and the attribute's former names.
///
/// Several are given one after another, as in `@Attribute(.unique, .renamed(from: "title")) var name = ""`, or as a list.
public struct AttributeOptions: Sendable, Hashable, ExpressibleByArrayLiteral {
    @usableFromInline var flags: Flags
    /// The names that the attribute had, the latest first.
    @usableFromInline var formerNames: [String]

    /// The options that take no more than a bit.
    @usableFromInline
    struct Flags: OptionSet, Sendable, Hashable {
        @usableFromInline let rawValue: UInt8

        @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }

        @usableFromInline static var unique: Flags { Flags(rawValue: 1) }
        @usableFromInline static var indexed: Flags { Flags(rawValue: 2) }
        @usableFromInline static var transient: Flags { Flags(rawValue: 4) }
        @usableFromInline static var searchable: Flags { Flags(rawValue: 8) }
    }

    @inlinable
    init(flags: Flags) {
        self.flags = flags
        formerNames = []
    }

    /// All of these options.
    @inlinable
    public init(arrayLiteral options: AttributeOptions...) {
        self.init(options)
    }

    @inlinable
    init(_ options: [AttributeOptions]) {
        self.init(flags: [])
        for option in options {
            flags.formUnion(option.flags)
            formerNames += option.formerNames
        }
    }

    /// No two objects of the class of the model that declares the attribute, those of its subclasses included, may have
    /// the same value; nil is not compared, and neither are objects of two stores of one container.
    ///
    /// A save that would break this fails with `SaveError.Reason.valueTaken`. Implies `.indexed`.
    @inlinable public static var unique: AttributeOptions { AttributeOptions(flags: .unique) }

    /// The store keeps an index, so that fetches that compare or sort by the attribute do not read every row.
    @inlinable public static var indexed: AttributeOptions { AttributeOptions(flags: .indexed) }

    /// The words of the attribute, which is a text, can be searched with ``FetchRequest/textSearch``: the store keeps an
    /// index of them in the transaction that saves the text. That of a file is SQLite's FTS5.
    ///
    /// Adding or removing it is a change of the model that needs no migration rule: a store makes and drops such
    /// indexes when it is opened. A store on a server keeps none, so that a search looks at each row there.
    @inlinable public static var searchable: AttributeOptions { AttributeOptions(flags: .searchable) }

    /// The attribute had other names: opening a store that has the former name and not the present one takes over the
    /// values. Core Data's `renamingIdentifier`.
    ///
    /// For an attribute that was renamed more than once, all its names are given, the latest first, so that a store of
    /// any age can be opened.
    ///
    /// - Parameter names: the former names of the attribute.
    @inlinable
    public static func renamed(from names: String...) -> AttributeOptions {
        var options = AttributeOptions(flags: [])
        options.formerNames = names
        return options
    }

    /// The value is kept in memory only: it is part of the context's changes and of undo, and never reaches the store.
    ///
    /// An object that is fetched has the value that the class declares.
    @inlinable public static var transient: AttributeOptions { AttributeOptions(flags: .transient) }
}
