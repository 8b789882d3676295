/// The stored properties of a class, superclasses first, with the offset of each in an instance.
///
/// **Contract**: the Swift runtime knows them; `Mirror` is built on the same two functions, which libswiftCore exports on
/// every platform. A class that describes itself otherwise stops the program. Asked once a class, for its prototype.
enum FieldLayout {
    struct Field {
        let name: String
        let value: Any
        let offset: Int
    }

    static func fields(of object: AnyObject) -> [Field] {
        let type: Any.Type = type(of: object)
        var children: [Mirror.Child] = []
        var mirror: Mirror? = Mirror(reflecting: object)
        while let level = mirror {
            children.insert(contentsOf: level.children, at: 0)
            mirror = level.superclassMirror
        }
        guard children.count == recursiveChildCount(of: type) else {
            fatalError("\(type) describes itself with a custom mirror: a managed object must not be CustomReflectable.")
        }
        return children.enumerated().map { index, child in
            Field(name: child.label ?? "", value: child.value, offset: recursiveChildOffset(of: type, index: index))
        }
    }
}

// SAFETY: both are declared as in the standard library's ReflectionMirror.swift, and part of its ABI; `fields(of:)` asks
// for indices below the count only.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func recursiveChildCount(of type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func recursiveChildOffset(of type: Any.Type, index: Int) -> Int
