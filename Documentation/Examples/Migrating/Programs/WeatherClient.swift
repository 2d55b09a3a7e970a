//
//  WeatherClient.swift
//  2017: Swift 4, Alamofire 4 and SwiftyJSON 4.
//

import Foundation
import Alamofire
import SwiftyJSON

struct CurrentWeather {
    let day: String
    let temperature: Double
    let windSpeed: Int
    let summary: String

    init?(json: JSON) {
        guard let day = json["day"].string, let temperature = json["temperature"].double else {
            return nil
        }
        self.day = day
        self.temperature = temperature
        self.windSpeed = json["wind"]["speed"].intValue
        self.summary = json["conditions"].stringValue
    }
}

enum WeatherError: Error {
    case badResponse
    case server(Int)
    case network(Error)
}

typealias WeatherCompletion = (_ city: String?, _ days: [CurrentWeather], _ error: WeatherError?) -> Void

class WeatherClient {

    static let shared = WeatherClient()

    var baseURL = "https://api.weather.example.com"
    private let apiKey = "0123456789abcdef"
    private let manager: SessionManager

    private init() {
        let configuration = URLSessionConfiguration.default
        configuration.timeoutIntervalForRequest = 10
        configuration.httpAdditionalHeaders = SessionManager.defaultHTTPHeaders
        manager = Alamofire.SessionManager(configuration: configuration)
    }

    func forecast(for city: String, completion: @escaping WeatherCompletion) {
        let parameters: Parameters = [
            "city": city,
            "units": "metric",
            "appid": apiKey,
        ]
        let headers: HTTPHeaders = ["Accept-Language": "en"]

        manager.request(
            baseURL + "/forecast", method: .get, parameters: parameters, encoding: URLEncoding.default, headers: headers
        )
        .validate(statusCode: 200..<300)
        .validate(contentType: ["application/json"])
        .responseJSON { response in
            if let statusCode = response.response?.statusCode, statusCode >= 400 {
                completion(nil, [], .server(statusCode))
                return
            }
            switch response.result {
            case .success(let value):
                let json = JSON(value)
                guard json["data"]["days"].error == nil else {
                    completion(nil, [], .badResponse)
                    return
                }
                let city = json["data"]["location"].string
                var days = [CurrentWeather]()
                for (_, subJson): (String, JSON) in json["data"]["days"] {
                    if let weather = CurrentWeather(json: subJson) {
                        days.append(weather)
                    }
                }
                completion(city, days, nil)
            case .failure(let error):
                completion(nil, [], .network(error))
            }
        }
    }

    func warnings(completion: @escaping (JSON?) -> Void) {
        Alamofire.request(baseURL + "/warnings").responseJSON { response in
            guard response.result.isSuccess, let value = response.result.value else {
                print("Error while fetching warnings: \(response.result.error != nil)")
                completion(nil)
                return
            }
            completion(JSON(value))
        }
    }
}

if CommandLine.arguments.count > 1 {
    WeatherClient.shared.baseURL = CommandLine.arguments[1]
}
WeatherClient.shared.forecast(for: "Lugano") { city, days, error in
    print(city ?? "-", error == nil)
    days.forEach { print("\($0.day): \($0.summary), \($0.temperature)°, \($0.windSpeed) km/h") }
    WeatherClient.shared.warnings { json in
        print(json?["code"].stringValue ?? "none")
        exit(0)
    }
}
dispatchMain()
