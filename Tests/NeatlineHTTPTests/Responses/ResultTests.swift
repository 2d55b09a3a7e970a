import NeatlineHTTP
import NeatlineTestSupport
import Testing

@Suite("Result's helpers", .ownThreads) struct ResultTests {
    @Test("A success has a value and no error")
    func success() {
        let result = Result<Int, Trouble>.success(7)
        expect(result.isSuccess && !result.isFailure)
        expect(result.value == 7 && result.error == nil)
    }

    @Test("A failure has an error and no value")
    func failure() {
        let result = AFResult<Int>.failure(.explicitlyCancelled)
        expect(!result.isSuccess && result.isFailure)
        expect(result.value == nil && result.error?.isExplicitlyCancelledError == true)
    }
}
