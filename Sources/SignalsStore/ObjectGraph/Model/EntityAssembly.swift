/// The construction of a model's entities out of its classes: the shape of each first, then the targets of
/// relationships.
struct EntityAssembly {
    let entities: [EntityDescription]

    /// Stops the program when a class is given twice, or when relationships do not fit together.
    init(_ classes: [ManagedObject.Type]) {
        var shapes = classes.map(EntityShape.init)
        for index in shapes.indices { shapes[index].superentity = Self.superentity(of: shapes[index], in: shapes) }
        let resolution = RelationshipResolution(shapes)
        let entities = shapes.enumerated().map { Self.entity($1, resolution.relationships(of: $0)) }
        let relationships = shapes.enumerated().map { index, shape in
            zip(shape.relationships, resolution.relationships(of: index)).map { shape, resolved in
                RelationshipDescription(shape, resolved, target: entities[resolution.target(of: index, shape.index)])
            }
        }
        let oneWay = relationships.joined().filter { !$0.hasInverse }
        for (index, shape) in shapes.enumerated() {
            let family = shapes.indices.filter { Self.descends($0, from: index, in: shapes) }.map { entities[$0] }
            let ancestors = shapes.indices.filter { Self.descends(index, from: $0, in: shapes) }.map { entities[$0] }
            let toManyInverses = zip(shape.relationships, resolution.relationships(of: index)).compactMap {
                shape, resolved -> RelationshipDescription?? in
                if shape.access.cardinality != .toOne { return nil }
                let target = relationships[resolution.target(of: index, shape.index)]
                return .some(resolved.inverse.map { target[$0] }.flatMap { $0.isToOne ? nil : $0 })
            }
            entities[index].link(
                to: EntitySurroundings(
                    relationships[index], toManyInverses: toManyInverses,
                    leadingOneWay: oneWay.filter { one in ancestors.contains { $0 === one.target } },
                    superentity: shape.superentity.map { entities[$0] }, family: family))
        }
        self.entities = entities
    }

    private static func superentity(of shape: EntityShape, in shapes: [EntityShape]) -> Int? {
        var mirror = Mirror(reflecting: shape.example).superclassMirror
        while let level = mirror {
            if let index = shapes.firstIndex(where: { $0.type == level.subjectType }) { return index }
            mirror = level.superclassMirror
        }
        return nil
    }

    private static func descends(_ index: Int, from ancestor: Int, in shapes: [EntityShape]) -> Bool {
        if index == ancestor { return true }
        return shapes[index].superentity.map { descends($0, from: ancestor, in: shapes) } ?? false
    }

    private static func entity(_ shape: EntityShape, _ resolved: [ResolvedRelationship]) -> EntityDescription {
        let references = shape.toOnes.map {
            AttributeDescription(
                $0.name, $0.access, options: options(.indexed, $0), offset: $0.offset)
        }
        let positions = shape.toOnes.filter { resolved[$0.index].positionColumn != nil }.map {
            AttributeDescription(
                EntitySchema.positionPrefix + $0.name, RelationshipPosition.self,
                options: options([], $0, EntitySchema.positionPrefix),
                offset: $0.offset)
        }
        return EntityDescription(
            shape.type, attributes: shape.attributes + references + positions, transients: shape.transients,
            relationshipSlots: shape.relationships.map { $0.slot(hasInverse: resolved[$0.index].inverse != nil) })
    }

    /// The options of a column that a relationship is kept in, which was renamed as that was.
    private static func options(
        _ options: AttributeOptions, _ shape: RelationshipShape, _ prefix: String = ""
    ) -> AttributeOptions {
        var options = options
        options.formerNames = shape.declaration.formerNames.map { prefix + $0 }
        return options
    }
}
