/// A protocol that lets `objectID` know the class it is read on. Only `ManagedObject` conforms.
public protocol ManagedObjectProtocol: AnyObject {}

extension ManagedObjectProtocol where Self: ManagedObject {
    /// Names the object for good; permanent from the moment it is made. May be read anywhere.
    public var objectID: ManagedObjectID<Self> {
        if case .prototype(let recorder) = confinement.kind { recorder.recordObjectID() }
        return ManagedObjectID(store: confinement.store, number: number)
    }
}
