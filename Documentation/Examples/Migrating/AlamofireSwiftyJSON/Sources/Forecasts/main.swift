import Foundation
import NeatlineHTTPJSON

let base = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "https://weather.example.com"
let queue = DispatchQueue(label: "com.example.forecasts")
let group = DispatchGroup()

struct Forecast {
    let day: String
    let temperature: Double
    let wind: Int?

    init(json: JSON) {
        day = json["day"].stringValue
        temperature = json["temperature"].doubleValue
        wind = json["wind", "speed"].int
    }
}

enum ForecastError: Error {
    case network(Error)
    case unexpected(JSON)
}

func fetch(city: String, path: String = "/forecast", completion: @escaping ([Forecast]?, ForecastError?) -> Void) {
    Alamofire.request(base + path, method: .get, parameters: ["city": city], encoding: URLEncoding.default)
        .validate(statusCode: 200..<300)
        .responseSwiftyJSON(queue: queue) { response in
            if let error = response.error {
                completion(nil, .network(error))
            } else if let json = response.value, let days = json["data"]["days"].array {
                print(json["data"]["location"].stringValue, json["meta"]["source"].stringValue)
                completion(days.map(Forecast.init), nil)
            } else {
                completion(nil, .unexpected(response.value ?? JSON.null))
            }
        }
}

func show(_ city: String, path: String = "/forecast") {
    group.enter()
    fetch(city: city, path: path) { forecasts, error in
        switch (forecasts, error) {
        case (let forecasts?, _):
            for forecast in forecasts {
                print("  \(forecast.day): \(forecast.temperature)°, wind: \(forecast.wind.map(String.init) ?? "none")")
            }
        case (_, .network(let error as AFError)?): print("  no answer:", error.responseCode ?? 0)
        case (_, .network(let error)?): print("  no network:", error.localizedDescription)
        case (_, .unexpected(let json)?): print("  unexpected:", json.type == .null ? "nothing" : "something else")
        default: print("  neither an answer nor an error")
        }
        group.leave()
    }
    group.wait()
}

show("Lugano")
show("Bern", path: "/nowhere")
show("Bern", path: "/empty")

group.enter()
Alamofire.request(base + "/forecast").responseData(queue: queue) { response in
    switch response.result {
    case .success(let value):
        var json = JSON(value)
        json["meta"]["cached"].bool = true
        print(json["meta"].rawString([.castNilToNSNull: true]) ?? "-")
    case .failure(let error):
        print(error)
    }
    group.leave()
}
group.wait()
