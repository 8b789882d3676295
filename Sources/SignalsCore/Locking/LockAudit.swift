#if DEBUG
    import Synchronization

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif

    /// The count in debug builds of the locks that each thread holds, so that a test finds a `deinit` that runs under
    /// one without having to meet the deadlock. Off until a test enables it.
    @usableFromInline
    package enum LockAudit {
        private static let isOn = Atomic(false)
        private static let key: pthread_key_t = {
            var key = pthread_key_t()
            pthread_key_create(&key, nil)
            return key
        }()

        /// Begins to count. Called while no lock is held.
        package static func begin() {
            isOn.store(true, ordering: .releasing)
        }

        /// The number of locks that this thread holds, as far as they were taken since the count began.
        package static var heldLocks: Int {
            Int(bitPattern: pthread_getspecific(key))
        }

        @usableFromInline
        static func change(by difference: Int) {
            guard isOn.load(ordering: .acquiring) else { return }
            // A lock that was taken before the count began is not in it.
            pthread_setspecific(key, UnsafeRawPointer(bitPattern: max(0, heldLocks + difference)))
        }
    }
#endif
