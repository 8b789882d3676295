/// An object that belongs to no store and records which of its properties are read.
struct Prototype {
    let object: ManagedObject
    let recorder: AccessRecorder
    private let context: ManagedObjectContext

    init(_ entity: EntityDescription, recorder: AccessRecorder = AccessRecorder()) {
        self.recorder = recorder
        context = ManagedObjectContext(prototypeOf: entity, recorder: recorder)
        object = entity.type.init(context: context)
    }
}
