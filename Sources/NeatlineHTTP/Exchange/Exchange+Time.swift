extension Exchange {
    func stampActivity() {}
    func watchTime() {}
    func watchDrain() {}
    func stopWatchingTime() {}
    func checkTime() {}
}
