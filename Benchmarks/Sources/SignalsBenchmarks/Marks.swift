/// The least ratios, peer ÷ ours in a release build, that `benchmark --marks` asks for.
enum Marks {
    static let signals: [String: Double] = [
        "sequence-chain": 20, "passthrough-sink": 6, "passthrough-chain": 6, "currentvalue-sink": 4,
        "published-sink": 8, "assign-published": 1.5, "flatmap-just": 4, "flatmap-max": 1.5, "flatmap-max-later": 1.5,
        "switch-to-latest": 1.5, "switch-to-latest-values": 1.5,
        "buffer": 1.5, "zip": 7, "debounce": 1.5, "throttle": 1.5, "delay": 1.5, "delay-immediate": 1.5,
        "receive-on-queue": 4,
        "values-asyncstream": 1,

        "future-chain": 3, "published-object": 1.5, "retry": 1.5, "retry-deferred": 1.5,
        "subscribe-flatmap": 1.2, "subscribe-currentvalue": 1.2, "subscribe-zip": 1.2, "subscribe-subject": 1.2,
        "subscribe-receive-on": 1.2, "subscribe-retry": 1.2,

        "published-object-bytes": 1, "future-chain-bytes": 1, "subject-bytes": 1, "scan-bytes": 1, "zip-bytes": 1,
        "debounce-bytes": 1, "throttle-bytes": 1, "buffer-bytes": 1,
    ]
}
