import Foundation

/// What a key path of an entity leads to.
enum KeyPathTarget: Sendable, Equatable {
    case objectID
    case attribute(Int)
}

/// Finds what is behind a key path by reading it on a prototype.
///
/// A computed property may read one attribute too and change what it found, so the key path must also give back, for
/// several values of the attribute, exactly what was put in.
struct AttributeProbe {
    private let entity: EntityDescription

    init(_ entity: EntityDescription) { self.entity = entity }

    func target(of keyPath: AnyKeyPath) -> KeyPathTarget? {
        let (object, recorder, context) = entity.makePrototype()
        defer { withExtendedLifetime(context) {} }
        guard let value = object[keyPath: keyPath] else { return nil }
        let accesses = recorder.take()
        guard accesses.count == 1 else { return nil }
        switch accesses[0] {
        case .objectID: return value is any ObjectIDProtocol ? .objectID : nil
        case .attribute(let index):
            return handsOn(entity.attributes[index], keyPath: keyPath, of: object) ? .attribute(index) : nil
        }
    }

    private func handsOn(_ attribute: AttributeDescription, keyPath: AnyKeyPath, of object: ManagedObject) -> Bool {
        guard type(of: keyPath).valueType == attribute.access.valueType else { return false }
        for probe in Self.probes(for: attribute) where (try? attribute.assign(probe, in: object)) != nil {
            guard let value = object[keyPath: keyPath] as? any AttributeValue,
                (try? value.storedValue()) == probe
            else { return false }
        }
        return true
    }

    /// Values that tell a property that hands on the attribute from one that changes it.
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
