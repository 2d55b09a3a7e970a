/// A catalogue of shows: written with indentation; many small integers and short repeated keys; keys that are numbers.
struct CatalogueGenerator {
    private var random = SeededGenerator(seed: 3)

    /// About as long as asked; indented by four spaces.
    static func document(bytes: Int) -> [UInt8] {
        var generator = CatalogueGenerator()
        var events: [String] = []
        var performances: [String] = []
        var length = 0
        while length < bytes {
            let identifier = events.count
            events.append(generator.event(identifier))
            performances.append(generator.performance(of: identifier))
            length += (events.last?.utf8.count ?? 0) + (performances.last?.utf8.count ?? 0)
        }
        return Array(
            """
            {
                "areaNames": {
                    "205705993": "Arrière-scène central",
                    "205705994": "1er balcon central"
                },
                "events": {
            \(events.joined(separator: ",\n"))
                },
                "performances": [
            \(performances.joined(separator: ",\n"))
                ]
            }

            """.utf8
        )
    }

    private mutating func event(_ identifier: Int) -> String {
        """
                "\(138_586_341 + identifier)": {
                    "description": null,
                    "id": \(138_586_341 + identifier),
                    "logo": \(random.once(in: 3) ? "\"/images/UE0AAAAACEKo\(random.int(1_000...9_999))QAAAAZDSVRN\"" : "null"),
                    "name": "\(Prose.phrase(2...5, using: &random))",
                    "subTopicIds": [
                        337184269,
                        337184\(random.int(100...999))
                    ],
                    "subjectCode": null,
                    "subtitle": null,
                    "topicIds": [
                        324846099,
                        107888604
                    ]
                }
        """
    }

    private mutating func performance(of event: Int) -> String {
        let categories = (0..<random.int(1...4)).map { index in
            """
                            {
                                "areas": [
                                    {
                                        "areaId": \(205_705_993 + index),
                                        "blockIds": []
                                    },
                                    {
                                        "areaId": \(205_705_998 + index),
                                        "blockIds": []
                                    }
                                ],
                                "seatCategoryId": \(random.int(338_937_235...338_999_999))
                            }
            """
        }
        return """
                    {
                        "eventId": \(138_586_341 + event),
                        "id": \(339_887_544 + event),
                        "logo": null,
                        "name": null,
                        "prices": [
                            {
                                "amount": \(random.int(10...180) * 500),
                                "audienceSubCategoryId": 337100890,
                                "seatCategoryId": 338937295
                            }
                        ],
                        "seatCategories": [
            \(categories.joined(separator: ",\n"))
                        ],
                        "seatMapImage": null,
                        "start": \(random.int(1_372_701_600_000...1_412_701_600_000)),
                        "venueCode": "PLEYEL_PLEYEL"
                    }
            """
    }
}
