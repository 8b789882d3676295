/// A protocol that gives `objectID` the class on which it is read. Only `ManagedObject` conforms.
public protocol ManagedObjectProtocol: AnyObject {}

extension ManagedObjectProtocol where Self: ManagedObject {
    /// The identity of the object, permanent from the moment the object is made. May be read anywhere.
    public var objectID: ManagedObjectID<Self> {
        if case .prototype(let recorder) = confinement.kind { recorder.recordObjectID() }
        return ManagedObjectID(store: confinement.store, number: number)
    }
}
