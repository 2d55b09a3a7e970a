import Foundation

let service = WeatherService(
    base: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "https://weather.example.com")
let group = DispatchGroup()

func wait(_ body: (@escaping () -> Void) -> Void) {
    group.enter()
    body { group.leave() }
    group.wait()
}

var shown: WeatherResponse?
for isImperial in [false, true] {
    wait { done in
        service.weather(in: "Zürich & Umgebung", isImperial: isImperial) { weather, error in
            print(weather?.location ?? "nowhere", weather?.unit ?? "?", weather?.days?.count ?? 0, error == nil)
            shown = weather
            done()
        }
    }
}
wait { done in
    service.days { days in
        for day in days {
            let conditions = day.conditions.map { $0.rawValue } ?? "unknown"
            print(day.name ?? "-", day.temperature ?? 0, conditions, day.windSpeed.map { "wind \($0)" } ?? "no wind")
        }
        done()
    }
}
wait { done in
    service.strictDays { result in
        switch result {
        case .success(let days): print("\(days.count) days")
        case .failure(let error): print("refused:", error.isResponseSerializationError)
        }
        done()
    }
}
if let weather = shown {
    wait { done in
        service.update(weather) { isSame in
            print(isSame, weather.location ?? "nowhere")
            done()
        }
    }
}
