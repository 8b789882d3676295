import Dispatch

extension DispatchQueue: Scheduler {
    /// The options by which an action runs on a queue. Combine's `DispatchQueue.SchedulerOptions`.
    public struct SchedulerOptions: Sendable {
        /// The quality of service.
        public var qos: DispatchQoS

        /// The flags of the block.
        public var flags: DispatchWorkItemFlags {
            get { DispatchWorkItemFlags(rawValue: rawFlags) }
            set { rawFlags = newValue.rawValue }
        }

        /// Dispatch does not declare its flags `Sendable`, though they are a number.
        private var rawFlags: DispatchWorkItemFlags.RawValue

        /// The group that the block belongs to.
        public var group: DispatchGroup?

        /// Options for an action.
        ///
        /// - Parameters:
        ///   - qos: the quality of service.
        ///   - flags: the flags of the block.
        ///   - group: the group that the block belongs to.
        public init(
            qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
        ) {
            self.qos = qos
            rawFlags = flags.rawValue
            self.group = group
        }
    }

    /// The present moment.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Runs the action on this queue.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        let options = options ?? SchedulerOptions()
        async(group: options.group, qos: options.qos, flags: options.flags, execute: action)
    }

    /// Runs the action on this queue at a moment.
    ///
    /// The tolerance is not used: a block that runs once has none.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let options = options ?? SchedulerOptions()
        guard let group = options.group else {
            asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags, execute: action)
            return
        }
        group.enter()
        asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) {
            action()
            group.leave()
        }
    }

    /// Runs the action on this queue at a moment, and again and again after an interval.
    ///
    /// - Returns: the cancellable that ends it.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let timer = DispatchSource.makeTimerSource(queue: self)
        timer.schedule(
            deadline: date.dispatchTime, repeating: max(interval, .nanoseconds(0)).timeInterval,
            leeway: max(tolerance, .nanoseconds(0)).timeInterval)
        timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], handler: action)
        timer.activate()
        // SAFETY: Dispatch's sources are documented to be used from any thread.
        let source = Vouched(timer)
        return AnyCancellable(CancelAction { source.value.cancel() })
    }
}
