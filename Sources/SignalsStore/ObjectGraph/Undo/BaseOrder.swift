/// The order of a list's members, as a join table keeps them, before it was changed here.
///
/// It is a version of the list: a change of one member would cost as much as there are members if they were written down.
final class BaseOrder {
    /// The version, which has members that had been added here already; nil if the row IDs are set.
    let version: ListVersion?
    /// The numbers of those that had been added already.
    let added: Set<Int64>
    private var known: [Int64]?

    init(_ version: ListVersion, without added: Set<Int64>) { (self.version, self.added) = (version, added) }

    init(_ numbers: [Int64]) { (version, added, known) = (nil, [], numbers) }

    /// The numbers of the members.
    var numbers: [Int64] {
        if let known { return known }
        let numbers = (version?.members ?? []).map(\.number).filter { !added.contains($0) }
        known = numbers
        return numbers
    }

    /// The number of the last member; nil for an empty list.
    var last: Int64? {
        if let known { return known.last }
        return version?.lastMember(without: added)?.number
    }
}
