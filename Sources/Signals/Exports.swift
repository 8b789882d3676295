// Publishers, subjects, subscribers and operators that keep no closure.
@_exported import SignalsCore
