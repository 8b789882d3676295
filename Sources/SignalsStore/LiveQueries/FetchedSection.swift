/// The objects of fetched results that have one value of the attribute that they are sectioned by. Core Data's
/// `NSFetchedResultsSectionInfo`.
public struct FetchedSection<Object: ManagedObject, Name: AttributeValue & Equatable>: Sendable {
    /// The value; nil when the results have no sections.
    public let name: Name?
    /// The positions of the section's objects among all.
    public let positions: Range<Int>
    private let all: SnapshotList<Object>

    init(name: Name?, positions: Range<Int>, of all: SnapshotList<Object>) {
        self.name = name
        self.positions = positions
        self.all = all
    }

    /// The objects, in their order.
    public var snapshots: Slice<SnapshotList<Object>> { all[positions] }

    /// The sections of a list that is sorted by them. Their ends are searched for, so that not all objects are read.
    static func sections(of list: SnapshotList<Object>, by keyPath: KeyPath<Object, Name>?) -> [FetchedSection] {
        guard let keyPath else {
            return list.isEmpty ? [] : [FetchedSection(name: nil, positions: 0..<list.count, of: list)]
        }
        var sections: [FetchedSection] = []
        var start = 0
        while start < list.count {
            let name = list[start][dynamicMember: keyPath]
            let end = end(of: name, from: start, in: list, keyPath)
            sections.append(FetchedSection(name: name, positions: start..<end, of: list))
            start = end
        }
        return sections
    }

    /// Steps that double find a position after the section, and halving the last one finds its end.
    private static func end(
        of name: Name, from start: Int, in list: SnapshotList<Object>, _ keyPath: KeyPath<Object, Name>
    ) -> Int {
        var (inside, step) = (start, 1)
        while inside + step < list.count, list[inside + step][dynamicMember: keyPath] == name {
            inside += step
            step *= 2
        }
        var outside = min(inside + step, list.count)
        while outside - inside > 1 {
            let middle = (inside + outside) / 2
            if list[middle][dynamicMember: keyPath] == name { inside = middle } else { outside = middle }
        }
        return outside
    }
}
