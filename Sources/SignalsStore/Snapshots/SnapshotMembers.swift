/// The numbers of the objects that a relationship to many of each row of a page refers to.
struct SnapshotMembers: Sendable {
    /// The index at which the numbers of each row begin, and the end of the last ones.
    private let starts: [Int]
    private let numbers: [Int64]

    /// - Parameter members: those of each row, by its number.
    init(_ members: [Int64: [Int64]], of page: RowPage) {
        var starts = [0]
        var numbers: [Int64] = []
        for row in page.indices {
            numbers += members[page.key(row).number] ?? []
            starts.append(numbers.count)
        }
        (self.starts, self.numbers) = (starts, numbers)
    }

    subscript(row: Int) -> ArraySlice<Int64> { numbers[starts[row]..<starts[row + 1]] }
}
