// As Alamofire does: code that names `URLRequest` need not import the module that it is in on Linux. The files of this
// module need not either.
#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
