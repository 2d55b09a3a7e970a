import Foundation
import NeatlineHTTPMapping

final class WeatherService {
    private let base: String
    private let queue = DispatchQueue(label: "com.example.weather")

    init(base: String) {
        self.base = base
    }

    func weather(in city: String, isImperial: Bool, completion: @escaping (WeatherResponse?, AFError?) -> Void) {
        AF.request("\(base)/forecast", parameters: ["city": city])
            .validate()
            .responseObject(queue: queue, keyPath: "data", context: Units(isImperial: isImperial)) {
                (response: AFDataResponse<WeatherResponse>) in
                completion(response.value, response.error)
            }
    }

    func days(completion: @escaping ([Day]) -> Void) {
        AF.request("\(base)/forecast").responseArray(queue: queue, keyPath: "data.days") {
            (response: AFDataResponse<[Day]>) in
            switch response.result {
            case .success(let days): completion(days)
            case .failure: completion([])
            }
        }
    }

    func strictDays(completion: @escaping (Result<[StrictDay], AFError>) -> Void) {
        AF.request("\(base)/forecast").responseArray(queue: queue, keyPath: "data.days") {
            (response: AFDataResponse<[StrictDay]>) in
            completion(response.result)
        }
    }

    /// Takes what has changed into the object that is shown.
    func update(_ weather: WeatherResponse, completion: @escaping (Bool) -> Void) {
        AF.request("\(base)/forecast", parameters: ["city": "Genève"])
            .responseObject(queue: queue, keyPath: "data", mapToObject: weather) {
                (response: AFDataResponse<WeatherResponse>) in
                completion(response.value === weather)
            }
    }
}
