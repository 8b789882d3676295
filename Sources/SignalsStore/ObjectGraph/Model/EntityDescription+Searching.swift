import SignalsStoreCore

// The attributes whose words are searched.
extension EntityDescription {
    /// The class's `.searchable` attributes. Stops the program where one cannot be.
    var searchable: [AttributeDescription] {
        let searchable = properties.filter(\.isSearchable)
        for attribute in searchable {
            if attribute.type != .string || attribute.index >= attributes.count {
                fatalError(
                    "\(name).\(attribute.name) is .searchable, and is not a text that is stored. Search one that is.")
            }
            // Columns of SQLite's FTS5 have other names.
            if ["rank", "rowid"].contains(attribute.name.lowercased()) {
                fatalError(
                    "\(name).\(attribute.name) is .searchable, and an index of words has no column of that name. "
                        + "Give the attribute another one.")
            }
        }
        return searchable
    }

    /// A search in the texts of its objects.
    ///
    /// - Throws: `FetchError.unsearchable` where the class has none that are searchable.
    func search(_ search: TextSearch) throws -> ColumnSearch {
        let columns = searchable.map(\.index)
        if columns.isEmpty { throw FetchError.unsearchable(entityName: name) }
        return ColumnSearch(search, columns: columns)
    }
}

extension ManagedObject {
    /// A search in the texts that the object has as one of a class, which is its own or a superclass.
    func search(_ search: TextSearch, as type: ManagedObject.Type) throws -> ColumnSearch {
        var searched = entity
        while searched.type != type, let next = searched.superentity { searched = next }
        if searched === entity { return try entity.search(search) }
        // The columns of a subclass are others.
        let names = Set(searched.searchable.map(\.name))
        return ColumnSearch(search, columns: entity.searchable.filter { names.contains($0.name) }.map(\.index))
    }

    /// The value of a column, as it is now.
    func storedValue(_ column: Int) throws -> StoredValue { try entity.attributes[column].storedValue(in: self) }
}
