/// The identity of a new object.
struct ObjectIdentity {
    // SAFETY: the context, which makes and takes it for each object, keeps the model, and that its entities.
    unowned(unsafe) let entity: EntityDescription
    let number: Int64
    let version: Int64
    let status: ObjectStatus
}
