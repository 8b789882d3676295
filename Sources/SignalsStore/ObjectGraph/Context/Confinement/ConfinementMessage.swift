/// The text that the program stops with when a context or an object of it is used off its queue.
enum ConfinementMessage {
    static func text(for access: ConfinedAccess, in confinement: QueueConfinement) -> String {
        return """
            \(subject(of: access)) was used off its queue. It belongs to \(confinement.displayName), whose queue is \
            \(queueName(of: confinement)); this code runs on \(CurrentQueue.label). \(advice(for: confinement))
            """
    }

    private static func subject(of access: ConfinedAccess) -> String {
        switch access {
        case .attribute(let index, let object):
            "\(object.entity.name).\(object.entity.properties[index].name)"
        case .relationship(let index, let object):
            "\(object.entity.name).\(object.entity.relationships[index].name)"
        case .member(let name, let object): "\(object.entity.name).\(name)"
        case .context(let operation): operation
        }
    }

    private static func queueName(of confinement: QueueConfinement) -> String {
        if case .mainQueue = confinement.kind { return "the main queue" }
        return confinement.queue.label
    }

    private static func advice(for confinement: QueueConfinement) -> String {
        guard confinement.context != nil else { return "The context is gone: keep it as long as its objects." }
        if case .mainQueue = confinement.kind {
            return "Use it on the main actor, or inside perform(_:); hand other queues the objectID."
        }
        return "Use it inside perform(_:) or performAndWait(_:); hand other queues the objectID."
    }
}
