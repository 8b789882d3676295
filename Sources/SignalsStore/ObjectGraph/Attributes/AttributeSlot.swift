/// The slot of an attribute in the objects of its entity, and the codec of its values: what the loops over rows need.
struct AttributeSlot: Sendable {
    /// The offset of the wrapper, in bytes from the object's start.
    let offset: Int
    let codec: AttributeCodec
    private let indexOffset: Int
    private let changedOffset: Int

    init(_ access: any AttributeAccess.Type, at offset: Int) {
        self.offset = offset
        codec = access.codec
        indexOffset = offset + access.indexOffset
        changedOffset = offset + access.changedOffset
    }

    @inline(__always)
    func address(in object: ManagedObject) -> UnsafeMutableRawPointer { start(of: object) + offset }

    @inline(__always)
    func setIndex(_ index: Int, in object: ManagedObject) {
        (start(of: object) + indexOffset).storeBytes(of: UInt16(index), as: UInt16.self)
    }

    @inline(__always)
    func isChanged(in object: ManagedObject) -> Bool { (start(of: object) + changedOffset).load(as: Bool.self) }

    @inline(__always)
    func setChanged(_ isChanged: Bool, in object: ManagedObject) {
        (start(of: object) + changedOffset).storeBytes(of: isChanged, as: Bool.self)
    }

    @inline(__always)
    private func start(of object: ManagedObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque()
    }
}
