public import Foundation

extension ClosureEventMonitor {
    /// The body of an upload's attempt is there.
    public var requestDidCreateUploadable: ((UploadRequest, UploadRequest.Uploadable) -> Void)? {
        get { lock.withLock { closures.requestDidCreateUploadable } }
        set { lock.withLock { closures.requestDidCreateUploadable = newValue } }
    }

    /// The body of an upload's attempt could not be made, or not be opened.
    public var requestDidFailToCreateUploadableWithError: ((UploadRequest, AFError) -> Void)? {
        get { lock.withLock { closures.requestDidFailToCreateUploadableWithError } }
        set { lock.withLock { closures.requestDidFailToCreateUploadableWithError = newValue } }
    }

    /// An upload begins to send a stream, which must not be read here.
    public var requestDidProvideInputStream: ((UploadRequest, InputStream) -> Void)? {
        get { lock.withLock { closures.requestDidProvideInputStream } }
        set { lock.withLock { closures.requestDidProvideInputStream = newValue } }
    }

    /// Calls ``requestDidCreateUploadable``.
    public func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {
        requestDidCreateUploadable?(request, uploadable)
    }

    /// Calls ``requestDidFailToCreateUploadableWithError``.
    public func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {
        requestDidFailToCreateUploadableWithError?(request, error)
    }

    /// Calls ``requestDidProvideInputStream``.
    public func request(_ request: UploadRequest, didProvideInputStream stream: InputStream) {
        requestDidProvideInputStream?(request, stream)
    }
}
