import Foundation
import NeatlineHTTPJSON
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Casts of errors to NSError", .ownThreads, .hangLimit)
struct NSErrorCastTests {
    private struct Model: Mappable {
        init?(map: Map) {}
        mutating func mapping(map: Map) {}
    }

    @Test("Errors of bodies and of servers can be cast to NSError")
    func casts() async throws {
        let server = try Fixture.server("[1 2]")
        let error = try #require(await AF.request(server.url).serializingObject(Model.self).response.error)
        let body = try #require(error.underlyingError as? ResponseBodyError)
        expect(flawOfCasts(body, description: body.description) == nil)
        expect(flawOfCasts(BackendError(error), description: body.description) == nil)
        expect(flawOfCasts(BackendError.objectSerialization(reason: "why"), description: "why") == nil)
        let answer = ResponseFailure.server("no such user", statusCode: 404)
        expect(flawOfCasts(answer, description: "The server answered with status 404: no such user") == nil)
        let failure = ResponseFailure<String>.request(error)
        expect(flawOfCasts(failure, description: try #require(error.errorDescription)) == nil)
    }
}
