import Foundation

/// The search for a key path's target, which reads it on a prototype.
///
/// A computed property may read one attribute too and change what it found, so the key path must also give back, for
/// several values of the attribute, exactly what was put in.
struct AttributeProbe {
    private let entity: EntityDescription

    init(_ entity: EntityDescription) { self.entity = entity }

    func target(of keyPath: AnyKeyPath) -> KeyPathTarget? {
        let prototype = Prototype(entity)
        prototype.recorder.follow(upTo: 8)
        guard let value = prototype.object[keyPath: keyPath] else { return nil }
        let accesses = prototype.recorder.take()
        guard let last = accesses.last, let (path, leaf) = follow(accesses.dropLast(), from: prototype.object) else {
            return nil
        }
        let reading = Reading(keyPath: keyPath, prototype: prototype, leaf: leaf, accesses: accesses)
        guard let found = target(last, value, reading) else { return nil }
        return path.reversed().reduce(found) { .related($1, $0) }
    }

    /// The order that a key path asks for, of the text that it refers to; nil where it asks for none.
    func collation(of keyPath: AnyKeyPath) -> Collation? {
        let type = type(of: keyPath).valueType
        guard type == LocalizedText.self || type == LocalizedText?.self else { return nil }
        let prototype = Prototype(entity)
        prototype.recorder.follow(upTo: 8)
        return (prototype.object[keyPath: keyPath] as? LocalizedText)?.collation
    }

    private struct Reading {
        let keyPath: AnyKeyPath
        let prototype: Prototype
        /// The object at the end of the path.
        let leaf: ManagedObject
        let accesses: [AccessRecorder.Access]

        var isDirect: Bool { leaf === prototype.object }
        func again() -> Any? {
            let value = prototype.object[keyPath: keyPath]
            return (value as? LocalizedText).map { $0.text as Any } ?? value
        }
    }

    /// The relationships that a path leads through, and the object at their end.
    private func follow(
        _ accesses: ArraySlice<AccessRecorder.Access>, from root: ManagedObject
    ) -> (path: [Int], leaf: ManagedObject)? {
        var leaf = root
        var path: [Int] = []
        for access in accesses {
            guard case .relationship(let index) = access, leaf.entity.relationships[index].isToOne,
                let next = leaf.entity.relationships[index].members(in: leaf).first
            else { return nil }
            path.append(index)
            leaf = next
        }
        return (path, leaf)
    }

    private func target(_ access: AccessRecorder.Access, _ value: Any, _ reading: Reading) -> KeyPathTarget? {
        let entity = reading.leaf.entity
        switch access {
        case .objectID: return value is any ObjectIDProtocol ? .objectID : nil
        case .attribute(let index):
            guard index < entity.attributes.count, passesThrough(entity.attributes[index], reading) else { return nil }
            return .attribute(index)
        case .relationship(let index):
            return passesThrough(entity.relationships[index], value, reading) ? .relationship(index) : nil
        }
    }

    private func passesThrough(_ attribute: AttributeDescription, _ reading: Reading) -> Bool {
        let type = type(of: reading.keyPath).valueType
        let isCollated = type == LocalizedText.self || (!reading.isDirect && type == LocalizedText?.self)
        let isMember = isCollated ? attribute.type == .string : type == attribute.access.valueType
        let isChained =
            !reading.isDirect && (type as? any OptionalAttribute.Type)?.wrappedType == attribute.access.valueType
        guard isMember || isChained else { return false }
        for probe in Self.probes(for: attribute) where (try? attribute.assign(probe, in: reading.leaf)) != nil {
            guard let value = reading.again() as? any AttributeValue, (try? value.storedValue()) == probe else {
                return false
            }
        }
        return true
    }

    // Given a member, a property that filters looks at it.
    private func passesThrough(_ relationship: RelationshipDescription, _ value: Any, _ reading: Reading) -> Bool {
        if relationship.isToOne {
            return value as? ManagedObject === relationship.members(in: reading.leaf).first
        }
        let member = Prototype(relationship.target, recorder: reading.prototype.recorder)
        relationship.access.setMembers([member.object], at: relationship.address(in: reading.leaf))
        _ = reading.prototype.recorder.take()
        guard let members = (reading.again() as? any RelationshipValue)?.members as? [ManagedObject] else {
            return false
        }
        return reading.prototype.recorder.take() == reading.accesses && members == [member.object]
    }

    /// Values that distinguish a property that passes the attribute on from one that changes it.
    private static func probes(for attribute: AttributeDescription) -> [StoredValue] {
        let some: [StoredValue] =
            switch attribute.type {
            case .boolean: [0, 1].map(StoredValue.integer)
            case .string: [.text(""), .text(" Aé\u{0}\n-\(Int.random(in: 0..<Int.max))z "), .text("b")]
            case .data: [.blob(Data()), .blob(Data([0, 255, UInt8.random(in: 0...255)]))]
            case .double, .float, .date: [-1e9, -0.5, 0, 0.25, 123_456].map(StoredValue.real)
            case .uuid: [UUID().storedValue(), UUID().storedValue()]
            case .url: [.text("https://example.com/\(Int.random(in: 0..<Int.max))?q#f"), .text("a")]
            case .decimal: [.text("-12.5"), .text("0"), .text("\(Int.random(in: 0..<Int.max))")]
            case .codable, .reference: []
            default: (Array(-2...64) + [Int64.min, Int64.max, 32_768, 65_537, -100]).map(StoredValue.integer)
            }
        return [attribute.defaultValue] + some + (attribute.isOptional ? [.null] : [])
    }
}
