/// The state that a relationship's wrapper keeps beside its value; the same for each type of value.
@usableFromInline
struct RelationshipState {
    /// Of a to-one: the number of the object at the other end, which a column keeps; 0 for none.
    var reference: Int64 = 0
    /// Of a to-one whose inverse has an order: the position in it, which a column keeps too; NaN for none.
    var position = Double.nan
    /// Of a to-many in an order, when it is not small: the numbers of its members, where somebody asked whether an object
    /// is one.
    var orderedNumbers: Set<Int64>?
    /// The box of the edits: one word, since few objects have any.
    private var box: EditsBox?
    /// The relationship's index in its entity; set when the object is made.
    @usableFromInline var index: UInt16 = 0
    /// The columns of the reference and of the position.
    var column: UInt16 = 0
    var positionColumn: UInt16 = 0
    /// Of a to-many in an order: another one after each change of the members that it holds.
    var revision: UInt32 = 0
    /// True if the wrapper's value holds the objects; otherwise they are found at the next access.
    @usableFromInline var isResolved = true
    /// True if the reference was assigned since it was read from the store or saved.
    var isChanged = false
    /// True if the position was assigned since then.
    var isPositionChanged = false

    @usableFromInline init() {}

    /// Of a to-many: what was changed since it was read or saved.
    ///
    /// Changed where it is kept, so that it costs what changes and not what there is. It is nil meanwhile.
    var edits: RelationshipEdits? {
        get { box?.edits }
        _modify {
            // A copy of this state has the same box.
            if !isKnownUniquelyReferenced(&box) { box = box.map { EditsBox($0.edits) } }
            let kept = box.take()
            var edits = kept?.edits.take()
            defer {
                box = edits == nil ? nil : kept ?? EditsBox(nil)
                box?.edits = edits.take()
            }
            yield &edits
        }
    }

    /// Changes what was changed of a to-many.
    mutating func edit<Result>(_ change: (inout RelationshipEdits) -> Result) -> Result { edits.change(change) }
}

private final class EditsBox {
    var edits: RelationshipEdits?

    init(_ edits: RelationshipEdits?) { self.edits = edits }
}

extension RelationshipEdits? {
    fileprivate mutating func change<Result>(_ change: (inout RelationshipEdits) -> Result) -> Result {
        var edited = take() ?? RelationshipEdits()
        defer { self = edited.isEmpty ? nil : edited }
        return change(&edited)
    }
}
