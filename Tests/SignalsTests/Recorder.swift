import SignalsBattery

/// The battery's recorder, also where `SignalsTesting`, which has one too, is imported.
typealias Recorder = SignalsBattery.Recorder
