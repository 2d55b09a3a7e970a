// A list of forecasts, mapped from the answers of a service. 2017: Swift 4, Alamofire 4, AlamofireObjectMapper 5.

import Alamofire
import AlamofireObjectMapper
import Foundation
import ObjectMapper

class WeatherResponse: Mappable {
    var location: String?
    var threeDayForecast: [Forecast]?

    required init?(map: Map) {

    }

    func mapping(map: Map) {
        location <- map["location"]
        threeDayForecast <- map["days"]
    }
}

class Forecast: Mappable {
    var day: String?
    var temperature: Int?
    var conditions: Conditions = .unknown
    var wind: Wind?

    required init?(map: Map) {

    }

    func mapping(map: Map) {
        day <- map["day"]
        temperature <- (map["temperature"], RoundedTransform())
        conditions <- (map["conditions"], EnumTransform<Conditions>())
        wind <- map["wind"]
    }
}

struct Wind: Mappable {
    var speed: Int?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        speed <- map["speed"]
    }
}

enum Conditions: String {
    case sunny, cloudy, rainy, unknown
}

class RoundedTransform: TransformType {
    typealias Object = Int
    typealias JSON = NSNumber

    func transformFromJSON(_ value: Any?) -> Int? {
        return (value as? NSNumber).map { Int($0.doubleValue.rounded()) }
    }

    func transformToJSON(_ value: Int?) -> NSNumber? {
        return value.map { NSNumber(value: $0) }
    }
}

class ForecastService {
    let url: String

    init(url: String) {
        self.url = url
    }

    func load(city: String, then completion: @escaping (WeatherResponse?, Error?) -> Void) {
        Alamofire.request(url + "/forecast", parameters: ["city": city])
            .responseObject(keyPath: "data") { (response: DataResponse<WeatherResponse>) in
                completion(response.result.value, response.result.error)
            }
    }

    func list(then completion: @escaping ([Forecast]) -> Void) {
        Alamofire.request(url + "/forecast").responseArray(keyPath: "data.days") {
            (response: DataResponse<[Forecast]>) in
            if let forecastArray = response.result.value {
                completion(forecastArray)
            } else {
                completion([])
            }
        }
    }

    func update(_ weather: WeatherResponse, then completion: @escaping (Bool) -> Void) {
        Alamofire.request(url + "/forecast")
            .validate()
            .responseObject(keyPath: "data", mapToObject: weather) { (response: DataResponse<WeatherResponse>) in
                completion(response.result.isSuccess)
            }
    }

    func missing(then completion: @escaping (String) -> Void) {
        Alamofire.request(url + "/nowhere").validate().responseArray { (response: DataResponse<[Forecast]>) in
            switch response.result {
            case .success(let list): completion("\(list.count)")
            case .failure(let error):
                if let error = error as? AFError, let code = error.responseCode {
                    completion("status \(code)")
                } else {
                    completion(error.localizedDescription)
                }
            }
        }
    }
}

let service = ForecastService(
    url: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "https://weather.example.com")
service.load(city: "Lugano") { weather, error in
    print(weather?.location ?? "-", error == nil)
    service.list { forecasts in
        for forecast in forecasts {
            print(forecast.day ?? "-", forecast.temperature ?? 0, forecast.conditions, forecast.wind?.speed ?? -1)
        }
        print(forecasts.toJSONString()!.contains("\"day\""))
        service.update(weather!) { updated in
            print(updated, weather!.location ?? "-")
            service.missing {
                print($0)
                exit(0)
            }
        }
    }
}
dispatchMain()
