extension Result where Success == Void {
    /// A success, the same as `.success(())`, which validators return in Alamofire 4.
    ///
    /// ```swift
    /// AF.request(url).validate { request, response, data in
    ///     response.statusCode == 200 ? .success : .failure(Problem.unexpectedStatus)
    /// }
    /// ```
    public static var success: Self { .success(()) }
}
