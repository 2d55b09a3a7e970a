extension Result where Success == Void {
    /// All is well: what validators return in Alamofire 4, in the place of `.success(())`.
    ///
    /// ```swift
    /// AF.request(url).validate { request, response, data in
    ///     response.statusCode == 200 ? .success : .failure(Problem.unexpectedStatus)
    /// }
    /// ```
    public static var success: Self { .success(()) }
}
