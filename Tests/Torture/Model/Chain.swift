/// A publisher and the operators behind it, as a description from which the package's and the model's are made.
struct Chain: Sendable {
    var origin: Origin
    var operations: [Operation] = []

    func real(_ world: RealWorld) -> Real {
        operations.reduce(origin.real(world)) { upstream, operation in
            operation.real(upstream, operation.inputs.map { input in { input.real(world) } }, world)
        }
    }

    func model(_ world: ModelWorld) -> ModelPublisher {
        operations.reduce(origin.model(world)) { upstream, operation in
            operation.model(upstream, operation.inputs.map { input in { input.model(world) } }, world)
        }
    }

    /// The chain as Swift code, each operator on a line.
    var text: String {
        operations.reduce(origin.text) { text, operation in
            let inputs = operation.inputs.map { $0.text.replacing("\n", with: "\n        ") }
            return text + "\n    ." + operation.text(inputs)
        }
    }
}

/// The publisher at the beginning of a chain.
struct Origin: Sendable {
    let text: String
    let real: @Sendable (RealWorld) -> Real
    let model: @Sendable (ModelWorld) -> ModelPublisher

    init(
        _ text: String, _ real: @escaping @Sendable (RealWorld) -> Real,
        _ model: @escaping @Sendable (ModelWorld) -> ModelPublisher
    ) {
        self.text = text
        self.real = real
        self.model = model
    }
}

/// An operator, with its arguments.
struct Operation: Sendable {
    typealias MakeReal = @Sendable (Real, [@Sendable () -> Real], RealWorld) -> Real
    typealias MakeModel = @Sendable (ModelPublisher, [() -> ModelPublisher], ModelWorld) -> ModelPublisher

    let text: @Sendable ([String]) -> String
    var inputs: [Chain] = []
    let real: MakeReal
    let model: MakeModel

    /// An operator on one publisher.
    init(
        _ text: String, _ real: @escaping @Sendable (Real) -> Real,
        _ model: @escaping @Sendable (ModelPublisher) -> ModelPublisher
    ) {
        self.text = { _ in text }
        self.real = { upstream, _, _ in real(upstream) }
        self.model = { upstream, _, _ in model(upstream) }
    }

    /// An operator on a publisher and a scheduler, or the notes.
    init(
        world text: String, _ real: @escaping @Sendable (Real, RealWorld) -> Real,
        _ model: @escaping @Sendable (ModelPublisher, ModelWorld) -> ModelPublisher
    ) {
        self.text = { _ in text }
        self.real = { upstream, _, world in real(upstream, world) }
        self.model = { upstream, _, world in model(upstream, world) }
    }

    /// An operator on several publishers.
    init(
        _ inputs: [Chain], _ text: @escaping @Sendable ([String]) -> String,
        _ real: @escaping @Sendable (Real, [@Sendable () -> Real]) -> Real,
        _ model: @escaping @Sendable (ModelPublisher, [() -> ModelPublisher]) -> ModelPublisher
    ) {
        self.init(clock: inputs, text, real) { upstream, inputs, _ in model(upstream, inputs) }
    }

    /// An operator on several publishers, whose model needs to know the time.
    init(
        clock inputs: [Chain], _ text: @escaping @Sendable ([String]) -> String,
        _ real: @escaping @Sendable (Real, [@Sendable () -> Real]) -> Real,
        _ model: @escaping @Sendable (ModelPublisher, [() -> ModelPublisher], ModelClock) -> ModelPublisher
    ) {
        self.text = text
        self.inputs = inputs
        self.real = { upstream, inputs, _ in real(upstream, inputs) }
        self.model = { upstream, inputs, world in model(upstream, inputs, world.clock) }
    }
}
