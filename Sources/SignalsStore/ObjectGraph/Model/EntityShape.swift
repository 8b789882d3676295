/// The shape of a class of managed objects, found from one of its objects, before its relationships are resolved.
struct EntityShape {
    let type: ManagedObject.Type
    /// The attributes that are kept in columns, without relationships.
    let attributes: [AttributeDescription]
    /// The attributes that are kept in memory only.
    let transients: [AttributeDescription]
    let relationships: [RelationshipShape]
    /// The index in the model of the nearest superclass that is part of it.
    var superentity: Int?
    private let prototype: Prototype

    /// Makes one object of the class and looks at what it consists of.
    init(_ type: ManagedObject.Type) {
        self.type = type
        let bare = EntityDescription(type, attributes: [], transients: [], relationshipSlots: [])
        let example = FormerNames.noting { Prototype(bare) }
        var attributes: [AttributeDescription] = []
        var transients: [AttributeDescription] = []
        var relationships: [RelationshipShape] = []
        for field in FieldLayout.fields(of: example.object) {
            let name = String(field.name.dropFirst())
            if let wrapper = field.value as? any RelationshipAccess {
                relationships.append(
                    RelationshipShape(
                        name: name, index: relationships.count, access: Swift.type(of: wrapper),
                        declaration: wrapper.declaration, offset: field.offset))
            } else if let wrapper = field.value as? any AttributeAccess {
                let attribute = AttributeDescription(name, wrapper, offset: field.offset, in: example.object)
                if attribute.options.flags.contains(.transient) {
                    transients.append(attribute)
                } else {
                    attributes.append(attribute.at(attributes.count))
                }
            }
        }
        self.attributes = attributes
        self.transients = transients
        self.relationships = relationships
        prototype = Prototype(
            EntityDescription(
                type, attributes: attributes, transients: [],
                relationshipSlots: relationships.map { $0.slot(hasInverse: true) }))
    }

    var toOnes: [RelationshipShape] { relationships.filter { $0.access.cardinality == .toOne } }

    /// An object of the class, which belongs to no store.
    var example: ManagedObject { prototype.object }

    /// The relationship that a key path reads.
    func relationship(at keyPath: AnyKeyPath) -> Int? {
        _ = prototype.recorder.take()
        guard prototype.object[keyPath: keyPath] != nil,
            case .relationship(let index) = prototype.recorder.take().first
        else { return nil }
        return index
    }
}
