#if !canImport(Security)
import Foundation
import NeatlineHTTP

/// Certificates on P-256, valid until 2126, made by `openssl req -x509` and `openssl x509 -req`.
enum Certificates {
    /// An authority.
    static let authorityPEM = """
        -----BEGIN CERTIFICATE-----
        MIIBfzCCASWgAwIBAgIUNxmc1X4DG35JY2DloOlc655wOK0wCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJQXV0aG9yaXR5MCAXDTI2MTEyMjEyMjczOFoYDzIxMjYxMDI5
        MTIyNzM4WjAUMRIwEAYDVQQDDAlBdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQPB3s6nvfcAtysel6yFmwRB71BuZZGnv/0vM4kMhKZY3ObbjmSdnZn
        K3nhRbb3HgDNQqsS22n56UrIxV4NdrxJo1MwUTAdBgNVHQ4EFgQUJyQsyDstZVco
        lVgk8I780sR4VjowHwYDVR0jBBgwFoAUJyQsyDstZVcolVgk8I780sR4VjowDwYD
        VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA1eDOw4nJilNLrNVHCUP5
        N/TbEPTyqNmyy60aattKE9wCIAGmiL3m8wFgiglhVtYZemErcogBgacCZNJtoru3
        KwQL
        -----END CERTIFICATE-----
        """
    /// A server's, by ``authority``: for localhost, *.example.com, 127.0.0.1 and ::1; its subject is subject.test.
    static let serverPEM = """
        -----BEGIN CERTIFICATE-----
        MIIBtzCCAV2gAwIBAgIUZmmQO6oV8+sQwCZMDziyW0ijBM0wCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJQXV0aG9yaXR5MCAXDTI2MTEyMjEyMjczOFoYDzIxMjYxMDI5
        MTIyNzM4WjAXMRUwEwYDVQQDDAxzdWJqZWN0LnRlc3QwWTATBgcqhkjOPQIBBggq
        hkjOPQMBBwNCAAQ7t9wI0gauQzQZxLlUqG8D2ft4iYOHTt+JL6aFJ7DNvYmpr09M
        l7wmxvkjXVNHyUqQD8w6a6PtV6YjgFfiYA4zo4GHMIGEMEIGA1UdEQQ7MDmCCUxv
        Y2FsSG9zdIINKi5leGFtcGxlLmNvbYcEfwAAAYcQAAAAAAAAAAAAAAAAAAAAAYEF
        YUBiLmMwHQYDVR0OBBYEFMgdJ1bF1RbqxlhszeHv2z5SR68mMB8GA1UdIwQYMBaA
        FCckLMg7LWVXKJVYJPCO/NLEeFY6MAoGCCqGSM49BAMCA0gAMEUCIQDL3RAnDMco
        agIwVXSbQxQq3uPZqdg/nfeZO0bPw98aBAIgKzadYArGd74LQfVEJQeFYz70WvL1
        5JMU3qxYa9rIxKs=
        -----END CERTIFICATE-----
        """
    /// One that nobody else has signed, for own.test.
    static let selfSignedPEM = """
        -----BEGIN CERTIFICATE-----
        MIIBkTCCATigAwIBAgIUXg26TOvqh7dJVM6PLjTnaBwXo0kwCgYIKoZIzj0EAwIw
        EzERMA8GA1UEAwwIb3duLnRlc3QwIBcNMjYxMTIyMTIyNzM4WhgPMjEyNjEwMjkx
        MjI3MzhaMBMxETAPBgNVBAMMCG93bi50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAE67o72THZ8qTgViJ946CI9ZiwrGcSlzDPJrwn6V0T0qgCrNvKFoELjOv1
        3uc8xAKPDoOifE7KwHa9ODabS4x37qNoMGYwHQYDVR0OBBYEFMWdCtwsd/ewniIO
        4WmyreWnkAwFMB8GA1UdIwQYMBaAFMWdCtwsd/ewniIO4WmyreWnkAwFMA8GA1Ud
        EwEB/wQFMAMBAf8wEwYDVR0RBAwwCoIIb3duLnRlc3QwCgYIKoZIzj0EAwIDRwAw
        RAIgcQ0LQj+CYNf31LrD87KO0bzerjOL7//LO4vS3Sj5BtMCIH9VKTDDkWCTesh/
        vHB6KKWFfb4F7577jm2QsDHihHCn
        -----END CERTIFICATE-----
        """
    /// An authority that has signed none of the others.
    static let strangerPEM = """
        -----BEGIN CERTIFICATE-----
        MIIBfjCCASOgAwIBAgIUJpZuN2+kpc9QHtx904yHAwCNXyUwCgYIKoZIzj0EAwIw
        EzERMA8GA1UEAwwIU3RyYW5nZXIwIBcNMjYxMTIyMTIyNzM4WhgPMjEyNjEwMjkx
        MjI3MzhaMBMxETAPBgNVBAMMCFN0cmFuZ2VyMFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAEv9yZKDSpsPk9q4VeTNuUwLSJho+VbMAe8ijj4wc5J+57GYg3H857XpS7
        7LXeM98q/TclSXjPRRHMTKZ93e86L6NTMFEwHQYDVR0OBBYEFFlw2g4NeGHqcNpx
        a/f4rG5c73yKMB8GA1UdIwQYMBaAFFlw2g4NeGHqcNpxa/f4rG5c73yKMA8GA1Ud
        EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAOgZI7qeL8pOmtJ/Nb+e7HeF
        /FJGy6o+RcSdJ99xStRwAiEA3dbn02rbtVPSghAddVBaU2nFsoZgLCCHzz6IyTKz
        IDU=
        -----END CERTIFICATE-----
        """

    static let authority = read(authorityPEM)
    static let server = read(serverPEM)
    static let selfSigned = read(selfSignedPEM)
    static let stranger = read(strangerPEM)

    private static func read(_ pem: String) -> ServerCertificate {
        do {
            return try ServerCertificate.certificates(in: Data(pem.utf8))[0]
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
#endif
