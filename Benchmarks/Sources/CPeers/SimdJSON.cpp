#include "CPeers.h"

#ifdef HAS_SIMDJSON

#include <simdjson.h>

#include <string>

#include "Tally.hpp"

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

struct Session {
    simdjson::dom::parser parser;
    element kept;
};

Session &session(void *opaque) { return *static_cast<Session *>(opaque); }

// The text is followed by the padding that simdjson asks for, so nothing is copied.
bool read(void *opaque, const char *text, size_t length, element &root) {
    return session(opaque).parser.parse(text, length, false).get(root) == simdjson::SUCCESS;
}

int64_t children(element value) {
    simdjson::dom::array array;
    if (value.get(array) == simdjson::SUCCESS) return static_cast<int64_t>(array.size());
    simdjson::dom::object object;
    if (value.get(object) == simdjson::SUCCESS) return static_cast<int64_t>(object.size());
    return 0;
}

void visit(element value, Tally &tally) {
    switch (value.type()) {
    case element_type::OBJECT:
        tally.value();
        for (auto member : simdjson::dom::object(value)) {
            tally.key(member.key.data(), member.key.size());
            visit(member.value, tally);
        }
        break;
    case element_type::ARRAY:
        tally.value();
        for (auto child : simdjson::dom::array(value)) visit(child, tally);
        break;
    case element_type::STRING: tally.text(value.get_c_str().value_unsafe(), value.get_string_length().value_unsafe()); break;
    case element_type::INT64:
    case element_type::UINT64:
    case element_type::DOUBLE: tally.number(value.get_double().value_unsafe()); break;
    default: tally.value();
    }
}

void *open() { return new Session; }
void close(void *opaque) { delete &session(opaque); }

int64_t parse(void *opaque, const char *text, size_t length) {
    element root;
    return read(opaque, text, length, root) ? children(root) : -1;
}

bool walk(void *opaque, const char *text, size_t length, peer_tally *tally) {
    element root;
    if (!read(opaque, text, length, root)) return false;
    Tally sums{*tally};
    visit(root, sums);
    *tally = sums.sums;
    return true;
}

int64_t sum_followers(void *opaque, const char *text, size_t length) {
    element root;
    if (!read(opaque, text, length, root)) return -1;
    int64_t sum = 0;
    for (auto status : root["statuses"].get_array()) sum += status["user"]["followers_count"].get_int64().value();
    return sum;
}

void read_text(element value, peer_fields *fields) {
    std::string made(value.get_string().value());
    fields->text_bytes += static_cast<int64_t>(made.size());
}

bool read_note(void *opaque, const char *text, size_t length, peer_fields *fields) {
    element root;
    if (!read(opaque, text, length, root)) return false;
    fields->integers += root["id"].get_int64().value() + (root["ok"].get_bool().value() ? 1 : 0);
    read_text(root["name"].value(), fields);
    return true;
}

bool read_order(void *opaque, const char *text, size_t length, peer_fields *fields) {
    element root;
    if (!read(opaque, text, length, root)) return false;
    fields->integers += root["id"].get_int64().value();
    read_text(root["customer"]["email"].value(), fields);
    fields->reals += root["total"].get_double().value();
    return true;
}

bool keep(void *opaque, const char *text, size_t length) { return read(opaque, text, length, session(opaque).kept); }

bool tally_kept(void *opaque, peer_tally *tally) {
    Tally sums{*tally};
    visit(session(opaque).kept, sums);
    *tally = sums.sums;
    return true;
}

}  // namespace

const peer_library *peer_simdjson(void) {
    static const std::string kernel = simdjson::get_active_implementation()->name();
    static const peer_library library = {
        kernel.c_str(), open, close, parse, walk, sum_followers, read_note, read_order, keep, tally_kept, nullptr,
        nullptr,
    };
    return &library;
}

#else

const peer_library *peer_simdjson(void) { return nullptr; }

#endif
