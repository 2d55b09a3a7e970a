#include "CPeers.h"

#ifdef HAS_RAPIDJSON

// Measured: no slower than RAPIDJSON_SSE42, and every x86-64 has it.
#if defined(__SSE2__)
#define RAPIDJSON_SSE2
#endif
#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <memory>

#include "Tally.hpp"

namespace {

using rapidjson::Document;
using rapidjson::StringBuffer;
using rapidjson::Value;

// What RFC 8259 and correct rounding ask for; RapidJSON's default checks neither UTF-8 nor the last digit.
constexpr unsigned full = rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag;

struct Session {
    std::unique_ptr<Document> kept;
};

Session &session(void *opaque) { return *static_cast<Session *>(opaque); }

int64_t children(const Value &value) {
    if (value.IsArray()) return value.Size();
    if (value.IsObject()) return value.MemberCount();
    return 0;
}

void visit(const Value &value, Tally &tally) {
    switch (value.GetType()) {
    case rapidjson::kObjectType:
        tally.value();
        for (auto &member : value.GetObject()) {
            tally.key(member.name.GetString(), member.name.GetStringLength());
            visit(member.value, tally);
        }
        break;
    case rapidjson::kArrayType:
        tally.value();
        for (auto &element : value.GetArray()) visit(element, tally);
        break;
    case rapidjson::kStringType: tally.text(value.GetString(), value.GetStringLength()); break;
    case rapidjson::kNumberType: tally.number(value.GetDouble()); break;
    default: tally.value();
    }
}

void *open() { return new Session; }
void close(void *opaque) { delete &session(opaque); }

int64_t parse(void *, const char *text, size_t) {
    Document document;
    document.Parse<full>(text);
    return document.HasParseError() ? -1 : children(document);
}

bool walk(void *, const char *text, size_t, peer_tally *tally) {
    Document document;
    if (document.Parse<full>(text).HasParseError()) return false;
    Tally sums{*tally};
    visit(document, sums);
    *tally = sums.sums;
    return true;
}

int64_t sum_followers(void *, const char *text, size_t) {
    Document document;
    if (document.Parse<full>(text).HasParseError()) return -1;
    int64_t sum = 0;
    for (auto &status : document["statuses"].GetArray()) sum += status["user"]["followers_count"].GetInt64();
    return sum;
}

void read_text(const Value &value, peer_fields *fields) {
    std::string made(value.GetString(), value.GetStringLength());
    fields->text_bytes += static_cast<int64_t>(made.size());
}

bool read_note(void *, const char *text, size_t, peer_fields *fields) {
    Document document;
    if (document.Parse<full>(text).HasParseError()) return false;
    fields->integers += document["id"].GetInt64() + (document["ok"].GetBool() ? 1 : 0);
    read_text(document["name"], fields);
    return true;
}

bool read_order(void *, const char *text, size_t, peer_fields *fields) {
    Document document;
    if (document.Parse<full>(text).HasParseError()) return false;
    fields->integers += document["id"].GetInt64();
    read_text(document["customer"]["email"], fields);
    fields->reals += document["total"].GetDouble();
    return true;
}

bool keep(void *opaque, const char *text, size_t) {
    auto document = std::make_unique<Document>();
    if (document->Parse<full>(text).HasParseError()) return false;
    session(opaque).kept = std::move(document);
    return true;
}

bool tally_kept(void *opaque, peer_tally *tally) {
    Tally sums{*tally};
    visit(*session(opaque).kept, sums);
    *tally = sums.sums;
    return true;
}

void write(void *opaque, bool pretty, StringBuffer &buffer) {
    if (pretty) {
        rapidjson::PrettyWriter<StringBuffer> writer(buffer);
        writer.SetIndent(' ', 2);
        session(opaque).kept->Accept(writer);
    } else {
        rapidjson::Writer<StringBuffer> writer(buffer);
        session(opaque).kept->Accept(writer);
    }
}

int64_t write_kept(void *opaque, bool pretty) {
    StringBuffer buffer;
    write(opaque, pretty, buffer);
    return static_cast<int64_t>(buffer.GetSize());
}

int64_t copy_written(void *opaque, bool pretty, char *text, size_t capacity) {
    StringBuffer buffer;
    write(opaque, pretty, buffer);
    std::memcpy(text, buffer.GetString(), std::min(capacity, buffer.GetSize()));
    return static_cast<int64_t>(buffer.GetSize());
}

const peer_library library = {
    "", open, close, parse, walk, sum_followers, read_note, read_order, keep, tally_kept, write_kept, copy_written,
};

}  // namespace

const peer_library *peer_rapidjson(void) { return &library; }

#else

const peer_library *peer_rapidjson(void) { return nullptr; }

#endif
