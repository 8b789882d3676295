/// The position of an object in a list, by the column that keeps it.
struct ListPosition: Hashable {
    private let member: ObjectIdentifier
    private let column: Int

    init(_ member: ManagedObject, _ column: Int) { (self.member, self.column) = (ObjectIdentifier(member), column) }
}
