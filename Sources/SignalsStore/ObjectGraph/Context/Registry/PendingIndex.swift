/// The pending objects of a context by their class, and by the values of the attributes that fetches ask about: a fetch
/// judges the few that it may find, whatever else has changes.
///
/// It has numbers and no objects, and is brought up to date when it is asked. An object that was entered waits to be
/// entered again as soon as one of its values changes: see `ManagedObject.isEntered`.
struct PendingIndex {
    private var classes: [ObjectIdentifier: PendingClass] = [:]
    private var waiting: ContiguousArray<Int64> = []

    init(_ pending: some Sequence<ManagedObject>) { for object in pending { add(object) } }

    mutating func add(_ object: ManagedObject) {
        classes[ObjectIdentifier(object.entity), default: PendingClass()].numbers.insert(object.number)
        waiting.append(object.number)
    }

    mutating func remove(_ object: ManagedObject) {
        object.isEntered = false
        classes[ObjectIdentifier(object.entity)]?.numbers.remove(object.number)
    }

    /// Takes note that a value of an object that was entered is another one, or will be.
    mutating func change(_ object: ManagedObject) {
        object.isEntered = false
        waiting.append(object.number)
    }

    /// Returns the number of objects that the classes have.
    func count(of classes: [EntityDescription]) -> Int {
        classes.reduce(0) { $0 + (self.classes[ObjectIdentifier($1)]?.numbers.count ?? 0) }
    }

    /// The numbers of those objects of a class, and of some of its subclasses, that a selection of its rows leaves; maybe
    /// of others, that are not among them any more.
    mutating func numbers(
        _ selection: RowSelection, _ entity: EntityDescription, and subclasses: [EntityDescription],
        in table: IdentityTable
    ) -> [Int64] {
        enterWaiting(table)
        var numbers = classes[ObjectIdentifier(entity)]?.numbers(selection, entity, table) ?? []
        for subclass in subclasses {
            guard classes[ObjectIdentifier(subclass)] != nil else { continue }
            let selection = subclass.selection(selection, of: entity)
            numbers += classes[ObjectIdentifier(subclass)]?.numbers(selection, subclass, table) ?? []
        }
        return numbers.count > 1 ? Array(Set(numbers)) : numbers
    }

    private mutating func enterWaiting(_ table: IdentityTable) {
        var unread: ContiguousArray<Int64> = []
        for number in waiting {
            guard let object = table[number], object.pendingSlot != nil, !object.isEntered else { continue }
            if object.isUnloaded {
                unread.append(number)
            } else {
                object.isEntered = true
                classes[ObjectIdentifier(object.entity)]?.enter(object)
            }
        }
        waiting = unread
        let crowded = classes.compactMap { $0.value.isCrowded ? $0.key : nil }
        for key in crowded { rebuild(key, table) }
    }

    /// Forgets the values that objects had before.
    private mutating func rebuild(_ key: ObjectIdentifier, _ table: IdentityTable) {
        classes[key]?.forgetValues()
        for number in classes[key]?.numbers ?? [] {
            guard let object = table[number], object.isEntered else { continue }
            classes[key]?.enter(object)
        }
    }
}

extension EntityDescription {
    /// A selection of rows of a superclass, which has its columns elsewhere.
    fileprivate func selection(_ selection: RowSelection, of superclass: EntityDescription) -> RowSelection {
        let columns = superclass.attributes.map { attribute in
            attributes.firstIndex { $0.name == attribute.name } ?? attributes.count
        }
        return selection.inColumns(columns)
    }
}
