// Values, queries, change sets and errors, which a program that imports SignalsStore names.
@_exported import SignalsStoreCore
