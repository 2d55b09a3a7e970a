import Neatline
import NeatlineMacros

// The models of `FeatureCollection.swift`, by macro.

extension ByMacro {
    /// What is read of `canada`, and of the generated `coordinates`: everything.
    @Mappable
    struct FeatureCollection: SharedModel {
        var type = ""
        var features: [Feature] = []
    }

    @Mappable
    struct Feature: SharedModel {
        var type = ""
        var properties: [String: String] = [:]
        var geometry = Polygon()
    }

    /// Rings of points, each a longitude and a latitude.
    @Mappable
    struct Polygon: SharedModel {
        var type = ""
        var coordinates: [[[Double]]] = []

        init() {}
    }
}
