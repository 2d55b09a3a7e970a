import Foundation
import HutService

// Serves huts until its standard input ends. The first line it prints is where to ask.
let service = try HutService()
FileHandle.standardOutput.write(Data("\(service.url.absoluteString)\n".utf8))
while readLine() != nil {}
