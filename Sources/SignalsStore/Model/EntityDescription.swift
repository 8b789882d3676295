import Signals

/// One class of managed objects, as the store sees it. Core Data's `NSEntityDescription`.
final class EntityDescription: Sendable {
    let name: String
    let type: ManagedObject.Type
    let attributes: [AttributeDescription]
    /// Those of the attributes, in their order.
    let slots: ContiguousArray<AttributeSlot>
    let recentKeyPaths = RecentKeyPaths()
    private let resolved = Locked<[ResolvedKeyPath: KeyPathTarget]>([:])

    /// Makes one object of the class and looks at what it consists of.
    convenience init(_ type: ManagedObject.Type) {
        let bare = EntityDescription(type, attributes: [])
        let prototype = FormerNames.noting { bare.makePrototype().object }
        self.init(type, attributes: Self.attributes(of: prototype))
    }

    private init(_ type: ManagedObject.Type, attributes: [AttributeDescription]) {
        self.type = type
        name = String(describing: type)
        self.attributes = attributes
        slots = ContiguousArray(attributes.map(\.slot))
    }

    private static func attributes(of prototype: ManagedObject) -> [AttributeDescription] {
        var attributes: [AttributeDescription] = []
        for field in FieldLayout.fields(of: prototype) {
            guard let wrapper = field.value as? any AttributeAccess else { continue }
            let access = Swift.type(of: wrapper)
            let address = Unmanaged.passUnretained(prototype).toOpaque() + field.offset
            guard let defaultValue = try? access.storedValue(at: address) else {
                fatalError("The default of \(Swift.type(of: prototype)).\(field.name.dropFirst()) cannot be encoded.")
            }
            attributes.append(
                AttributeDescription(
                    name: String(field.name.dropFirst()), index: attributes.count, options: wrapper.attributeOptions,
                    access: access, slot: AttributeSlot(access, at: field.offset), defaultValue: defaultValue))
        }
        return attributes
    }

    /// An object that belongs to no store and records which attributes are read.
    func makePrototype() -> (object: ManagedObject, recorder: AccessRecorder, context: ManagedObjectContext) {
        let recorder = AccessRecorder()
        let context = ManagedObjectContext(prototypeOf: self, recorder: recorder)
        return (type.init(context: context), recorder, context)
    }

    /// What a key path leads to; nil when it is neither an attribute nor the object's ID, as with a computed property.
    func target(of keyPath: AnyKeyPath) -> KeyPathTarget? {
        let key = ResolvedKeyPath(keyPath: keyPath)
        if let target = resolved.withLock({ $0[key] }) { return target }
        guard let target = AttributeProbe(self).target(of: keyPath) else { return nil }
        resolved.withLock { $0[key] = target }
        return target
    }
}

// SAFETY: only key paths that led to an attribute or to the ID are kept; they have no subscripts, so capture nothing.
private struct ResolvedKeyPath: Hashable, @unchecked Sendable {
    let keyPath: AnyKeyPath
}
