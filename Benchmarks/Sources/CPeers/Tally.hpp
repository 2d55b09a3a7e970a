#ifndef CPEERS_TALLY_HPP
#define CPEERS_TALLY_HPP

#include <cmath>
#include <cstring>
#include <string>

#include "CPeers.h"

/// The sums of `peer_tally`, made the same way for every C++ peer.
struct Tally {
    peer_tally sums{};

    void value() { sums.values += 1; }

    void number(double value) {
        sums.values += 1;
        sums.numbers += 1;
        sums.sum += value;
        sums.magnitude += std::fabs(value);
        double normalized = value + 0.0;
        uint64_t bits;
        std::memcpy(&bits, &normalized, sizeof bits);
        sums.bits += bits;
    }

    void text(const char *bytes, size_t length) {
        std::string made(bytes, length);
        sums.values += 1;
        sums.text_bytes += static_cast<int64_t>(made.size());
    }

    void key(const char *bytes, size_t length) {
        std::string made(bytes, length);
        sums.key_bytes += static_cast<int64_t>(made.size());
    }
};

#endif
