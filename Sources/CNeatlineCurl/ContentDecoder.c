#include "NeatlineContentDecoder.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#include "Functions.h"

// The binary interfaces of zlib 1.2, libbrotlidec 1 and libzstd 1.

/// zlib's `z_stream`.
struct zlib_stream {
    const unsigned char *next_in;
    unsigned int available_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned int available_out;
    unsigned long total_out;
    const char *message;
    void *state, *allocate, *release, *context;
    int data_type;
    unsigned long sum, reserved;
};

/// `ZSTD_inBuffer` and `ZSTD_outBuffer`.
struct zstandard_buffer {
    const void *bytes;
    size_t count, position;
};

struct neatline_codings {
    int available;
    int (*inflate_init)(struct zlib_stream *stream, int window_bits, const char *version, int size);
    int (*inflate)(struct zlib_stream *stream, int flush);
    int (*inflate_reset)(struct zlib_stream *stream);
    int (*inflate_end)(struct zlib_stream *stream);
    // Of the functions from here to brotli's, all are found or none is used.
    int (*inflate_get_window)(struct zlib_stream *stream, unsigned char *window, unsigned int *count);
    int (*inflate_set_window)(struct zlib_stream *stream, const unsigned char *window, unsigned int count);
    int (*deflate_init)(
        struct zlib_stream *stream, int level, int method, int window_bits, int memory_level, int strategy,
        const char *version, int size);
    int (*deflate)(struct zlib_stream *stream, int flush);
    int (*deflate_reset)(struct zlib_stream *stream);
    int (*deflate_end)(struct zlib_stream *stream);
    void *(*brotli_new)(void *allocate, void *release, void *context);
    int (*brotli_run)(
        void *state, size_t *available_in, const unsigned char **next_in, size_t *available_out,
        unsigned char **next_out, size_t *total_out);
    void (*brotli_free)(void *state);
    void *(*zstandard_new)(void);
    size_t (*zstandard_run)(void *state, struct zstandard_buffer *output, struct zstandard_buffer *input);
    unsigned int (*zstandard_is_error)(size_t result);
    size_t (*zstandard_set)(void *state, int parameter, int value);
    size_t (*zstandard_free)(void *state);
};

enum {
    ZLIB_OK = 0,
    ZLIB_STREAM_END = 1,
    ZLIB_BUFFER_ERROR = -5,
    ZLIB_WINDOW_BITS = 15,
    /// Added to the bits: what is expected is the wrapper of gzip, or that of zlib, whichever comes.
    ZLIB_ANY_WRAPPER = 32,

    BROTLI_ERROR = 0,
    BROTLI_DONE = 1,

    ZSTANDARD_WINDOW_LOG_MAXIMUM = 100,
    /// 8 MiB, which is what HTTP allows (RFC 9659).
    ZSTANDARD_WINDOW_LOG = 23,

    BETWEEN_STAGES = 16384,
};

/// The state of one coding.
struct stage {
    int coding;
    /// Whether the coding has come to its end. What follows then is not looked at, unless it begins anew.
    int is_ended;
    /// Whether padding has followed the end, after which no other member of gzip is looked for.
    int is_padded;
    /// Whether what came before was bad.
    int is_broken;
    /// Whether `zlib` has been initialised.
    int has_zlib;
    struct zlib_stream zlib;
    /// Of brotli or zstd.
    void *state;
    /// The first bytes of `deflate`, until there are enough to see whether it has a wrapper.
    unsigned char first[2];
    unsigned int first_count;
    /// What the stage before gave, and what of it is left; NULL for the first stage.
    unsigned char *buffer;
    const unsigned char *next;
    size_t count;
};

struct neatline_decoder {
    const neatline_codings *codings;
    size_t count;
    struct stage stages[NEATLINE_CODING_LIMIT];
};

// MARK: Finding them

// Where a program is linked statically, there is nothing to open. These are found if something else has them linked.
WEAK_FUNCTION(inflateInit2_);
WEAK_FUNCTION(inflate);
WEAK_FUNCTION(inflateReset);
WEAK_FUNCTION(inflateEnd);
WEAK_FUNCTION(inflateGetDictionary);
WEAK_FUNCTION(inflateSetDictionary);
WEAK_FUNCTION(deflateInit2_);
WEAK_FUNCTION(deflate);
WEAK_FUNCTION(deflateReset);
WEAK_FUNCTION(deflateEnd);
WEAK_FUNCTION(BrotliDecoderCreateInstance);
WEAK_FUNCTION(BrotliDecoderDecompressStream);
WEAK_FUNCTION(BrotliDecoderDestroyInstance);
WEAK_FUNCTION(ZSTD_createDCtx);
WEAK_FUNCTION(ZSTD_decompressStream);
WEAK_FUNCTION(ZSTD_isError);
WEAK_FUNCTION(ZSTD_DCtx_setParameter);
WEAK_FUNCTION(ZSTD_freeDCtx);

/// Looks the functions of one library up: in the program, in libcurl and what it needs, and in a library of that name.
static int find(const struct neatline_curl *curl, const char *name, const struct wanted_function *wanted, size_t count) {
    if (find_linked(wanted, count) == NULL) return 1;
    if (curl->library != NULL && find_functions(curl->library, wanted, count) == NULL) return 1;
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library != NULL && find_functions(library, wanted, count) == NULL;
}

const neatline_codings *neatline_codings_open(const struct neatline_curl *curl) {
    neatline_codings *codings = calloc(1, sizeof *codings);
    if (codings == NULL) return NULL;
    const struct wanted_function zlib[] = {
        {"inflateInit2_", &codings->inflate_init, inflateInit2_},
        {"inflate", &codings->inflate, inflate},
        {"inflateReset", &codings->inflate_reset, inflateReset},
        {"inflateEnd", &codings->inflate_end, inflateEnd},
    };
    const struct wanted_function messages[] = {
        {"inflateGetDictionary", &codings->inflate_get_window, inflateGetDictionary},
        {"inflateSetDictionary", &codings->inflate_set_window, inflateSetDictionary},
        {"deflateInit2_", &codings->deflate_init, deflateInit2_},
        {"deflate", &codings->deflate, deflate},
        {"deflateReset", &codings->deflate_reset, deflateReset},
        {"deflateEnd", &codings->deflate_end, deflateEnd},
    };
    const struct wanted_function brotli[] = {
        {"BrotliDecoderCreateInstance", &codings->brotli_new, BrotliDecoderCreateInstance},
        {"BrotliDecoderDecompressStream", &codings->brotli_run, BrotliDecoderDecompressStream},
        {"BrotliDecoderDestroyInstance", &codings->brotli_free, BrotliDecoderDestroyInstance},
    };
    const struct wanted_function zstandard[] = {
        {"ZSTD_createDCtx", &codings->zstandard_new, ZSTD_createDCtx},
        {"ZSTD_decompressStream", &codings->zstandard_run, ZSTD_decompressStream},
        {"ZSTD_isError", &codings->zstandard_is_error, ZSTD_isError},
        {"ZSTD_DCtx_setParameter", &codings->zstandard_set, ZSTD_DCtx_setParameter},
        {"ZSTD_freeDCtx", &codings->zstandard_free, ZSTD_freeDCtx},
    };
    if (find(curl, "libz.so.1", zlib, sizeof zlib / sizeof zlib[0]))
        codings->available |= NEATLINE_GZIP | NEATLINE_DEFLATE;
    if (codings->available != 0 && find(curl, "libz.so.1", messages, sizeof messages / sizeof messages[0]))
        codings->available |= NEATLINE_MESSAGES;
    if (find(curl, "libbrotlidec.so.1", brotli, sizeof brotli / sizeof brotli[0]))
        codings->available |= NEATLINE_BROTLI;
    if (find(curl, "libzstd.so.1", zstandard, sizeof zstandard / sizeof zstandard[0]))
        codings->available |= NEATLINE_ZSTANDARD;
    return codings;
}

int neatline_codings_available(const neatline_codings *codings) { return codings->available; }

// MARK: One coding

/// What came of a step of a stage.
enum step { STEP_DONE, STEP_BAD };

static int begin_zlib(const neatline_codings *codings, struct stage *stage, int window_bits) {
    // Only the first figure of the version counts, and the size of the structure.
    stage->has_zlib = codings->inflate_init(&stage->zlib, window_bits, "1.2.0", sizeof stage->zlib) == ZLIB_OK;
    return stage->has_zlib;
}

/// Some servers send `deflate` without zlib's wrapper. Its first two bytes tell: RFC 1950, section 2.2.
static int begin_deflate(const neatline_codings *codings, struct stage *stage) {
    const unsigned char *first = stage->first;
    int has_wrapper = (first[0] & 15) == 8 && ((first[0] << 8) | first[1]) % 31 == 0;
    return begin_zlib(codings, stage, has_wrapper ? ZLIB_WINDOW_BITS : -ZLIB_WINDOW_BITS);
}

/// Runs `inflate` once over an input.
static enum step inflate_once(
    const neatline_codings *codings, struct stage *stage, const unsigned char **input, size_t *count,
    unsigned char **output, size_t *capacity) {
    struct zlib_stream *zlib = &stage->zlib;
    const unsigned int given = *count < UINT32_MAX ? (unsigned int)*count : UINT32_MAX;
    const unsigned int room = *capacity < UINT32_MAX ? (unsigned int)*capacity : UINT32_MAX;
    zlib->next_in = *input;
    zlib->available_in = given;
    zlib->next_out = *output;
    zlib->available_out = room;
    const int result = codings->inflate(zlib, 0);
    *input += given - zlib->available_in;
    *count -= given - zlib->available_in;
    *output += room - zlib->available_out;
    *capacity -= room - zlib->available_out;
    if (result == ZLIB_STREAM_END) stage->is_ended = 1;
    return result == ZLIB_OK || result == ZLIB_STREAM_END || result == ZLIB_BUFFER_ERROR ? STEP_DONE : STEP_BAD;
}

static enum step step_zlib(
    const neatline_codings *codings, struct stage *stage, const unsigned char **input, size_t *count,
    unsigned char **output, size_t *capacity) {
    if (stage->coding == NEATLINE_DEFLATE) {
        while (stage->first_count < 2) {
            if (*count == 0) return STEP_DONE;
            stage->first[stage->first_count++] = **input;
            ++*input, --*count;
            if (stage->first_count < 2) continue;
            if (!begin_deflate(codings, stage)) return STEP_BAD;
            const unsigned char *first = stage->first;
            size_t left = 2;
            // It takes two bytes whatever room there is, or finds that they are bad.
            if (inflate_once(codings, stage, &first, &left, output, capacity) == STEP_BAD) return STEP_BAD;
        }
    } else if (!stage->has_zlib && !begin_zlib(codings, stage, ZLIB_WINDOW_BITS + ZLIB_ANY_WRAPPER)) {
        return STEP_BAD;
    }
    if (stage->is_ended) {
        // A body of gzip may have several members (RFC 1952, section 2.2). Other bytes behind the end are padding, and so is
        // what follows them, whatever the pieces of the body.
        if (*count > 0 && (stage->coding != NEATLINE_GZIP || **input != 0x1F)) stage->is_padded = 1;
        if (stage->is_padded || *count == 0) {
            *input += *count;
            *count = 0;
            return STEP_DONE;
        }
        if (codings->inflate_reset(&stage->zlib) != ZLIB_OK) return STEP_BAD;
        stage->is_ended = 0;
    }
    return inflate_once(codings, stage, input, count, output, capacity);
}

static enum step step_brotli(
    const neatline_codings *codings, struct stage *stage, const unsigned char **input, size_t *count,
    unsigned char **output, size_t *capacity) {
    if (stage->is_ended) {
        *input += *count;
        *count = 0;
        return STEP_DONE;
    }
    if (stage->state == NULL) stage->state = codings->brotli_new(NULL, NULL, NULL);
    if (stage->state == NULL) return STEP_BAD;
    const int result = codings->brotli_run(stage->state, count, input, capacity, output, NULL);
    stage->is_ended = result == BROTLI_DONE;
    return result == BROTLI_ERROR ? STEP_BAD : STEP_DONE;
}

static enum step step_zstandard(
    const neatline_codings *codings, struct stage *stage, const unsigned char **input, size_t *count,
    unsigned char **output, size_t *capacity) {
    if (stage->state == NULL) {
        stage->state = codings->zstandard_new();
        if (stage->state == NULL) return STEP_BAD;
        codings->zstandard_set(stage->state, ZSTANDARD_WINDOW_LOG_MAXIMUM, ZSTANDARD_WINDOW_LOG);
    }
    // Behind a frame, nothing is the end and anything is another frame.
    if (stage->is_ended && *count == 0) return STEP_DONE;
    struct zstandard_buffer from = {*input, *count, 0}, to = {*output, *capacity, 0};
    const size_t result = codings->zstandard_run(stage->state, &to, &from);
    *input += from.position;
    *count -= from.position;
    *output += to.position;
    *capacity -= to.position;
    if (codings->zstandard_is_error(result)) return STEP_BAD;
    stage->is_ended = result == 0;
    return STEP_DONE;
}

static enum step step(
    const neatline_codings *codings, struct stage *stage, const unsigned char **input, size_t *count,
    unsigned char **output, size_t *capacity) {
    switch (stage->coding) {
        case NEATLINE_BROTLI: return step_brotli(codings, stage, input, count, output, capacity);
        case NEATLINE_ZSTANDARD: return step_zstandard(codings, stage, input, count, output, capacity);
        default: return step_zlib(codings, stage, input, count, output, capacity);
    }
}

// MARK: All codings

neatline_decoder *neatline_decoder_new(const neatline_codings *codings, const int *order, size_t count) {
    if (count == 0 || count > NEATLINE_CODING_LIMIT) return NULL;
    neatline_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->codings = codings;
    decoder->count = count;
    for (size_t index = 0; index < count; index++) {
        struct stage *stage = &decoder->stages[index];
        stage->coding = order[index];
        if (index == 0) continue;
        stage->buffer = malloc(BETWEEN_STAGES);
        if (stage->buffer == NULL) {
            neatline_decoder_free(decoder);
            return NULL;
        }
    }
    return decoder;
}

void neatline_decoder_free(neatline_decoder *decoder) {
    if (decoder == NULL) return;
    const neatline_codings *codings = decoder->codings;
    for (size_t index = 0; index < decoder->count; index++) {
        struct stage *stage = &decoder->stages[index];
        if (stage->has_zlib) codings->inflate_end(&stage->zlib);
        if (stage->state != NULL && stage->coding == NEATLINE_BROTLI) codings->brotli_free(stage->state);
        if (stage->state != NULL && stage->coding == NEATLINE_ZSTANDARD) codings->zstandard_free(stage->state);
        free(stage->buffer);
    }
    free(decoder);
}

long neatline_decoder_read(
    neatline_decoder *decoder, const unsigned char **input, size_t *input_count, unsigned char *output,
    size_t capacity) {
    // From the last stage back to the first one that has something to read, and forward again with what came of it.
    size_t index = decoder->count - 1;
    for (;;) {
        struct stage *stage = &decoder->stages[index];
        const int is_last = index == decoder->count - 1;
        const unsigned char **from = index == 0 ? input : &stage->next;
        size_t *count = index == 0 ? input_count : &stage->count;
        struct stage *after = is_last ? NULL : &decoder->stages[index + 1];
        unsigned char *start = is_last ? output : after->buffer, *end = start;
        const size_t room = is_last ? capacity : BETWEEN_STAGES;
        const size_t had = *count;
        size_t left = room;
        if (!stage->is_broken && step(decoder->codings, stage, from, count, &end, &left) == STEP_BAD)
            stage->is_broken = 1;
        if (left < room) {
            if (is_last) return (long)(room - left);
            after->next = start;
            after->count = room - left;
            index++;
            continue;
        }
        if (stage->is_broken) return -1;
        if (*count > 0 && *count < had) continue;
        // It neither takes nor gives anything: the bytes are not in its coding.
        if (*count > 0) return -1;
        if (index == 0) return 0;
        index--;
    }
}

int neatline_decoder_is_complete(const neatline_decoder *decoder) {
    for (size_t index = 0; index < decoder->count; index++)
        if (!decoder->stages[index].is_ended) return 0;
    return 1;
}

// MARK: Messages of WebSockets

enum {
    ZLIB_SYNC_FLUSH = 2,
    ZLIB_DEFLATED = 8,
    ZLIB_DEFAULT_LEVEL = -1,
    ZLIB_MEMORY_LEVEL = 8,
    WINDOW_SIZE = 32768,
};

struct neatline_message_coder {
    const neatline_codings *codings;
    int compresses;
    struct zlib_stream zlib;
};

neatline_message_coder *neatline_message_coder_new(const neatline_codings *codings, int compresses, int window_bits) {
    if ((codings->available & NEATLINE_MESSAGES) == 0) return NULL;
    neatline_message_coder *coder = calloc(1, sizeof *coder);
    if (coder == NULL) return NULL;
    coder->codings = codings;
    coder->compresses = compresses;
    // Negative bits mean that there is no wrapper.
    const int result =
        compresses ? codings->deflate_init(
                         &coder->zlib, ZLIB_DEFAULT_LEVEL, ZLIB_DEFLATED, -window_bits, ZLIB_MEMORY_LEVEL, 0, "1.2.0",
                         sizeof coder->zlib)
                   : codings->inflate_init(&coder->zlib, -window_bits, "1.2.0", sizeof coder->zlib);
    if (result == ZLIB_OK) return coder;
    free(coder);
    return NULL;
}

void neatline_message_coder_free(neatline_message_coder *coder) {
    if (coder == NULL) return;
    if (coder->compresses) coder->codings->deflate_end(&coder->zlib);
    else coder->codings->inflate_end(&coder->zlib);
    free(coder);
}

int neatline_message_coder_reset(neatline_message_coder *coder) {
    return (coder->compresses ? coder->codings->deflate_reset(&coder->zlib)
                              : coder->codings->inflate_reset(&coder->zlib)) == ZLIB_OK;
}

/// Begins anew behind a final block, from which on later blocks may still refer to what came before.
static int continue_behind_end(neatline_message_coder *coder) {
    const neatline_codings *codings = coder->codings;
    unsigned char window[WINDOW_SIZE];
    unsigned int count = 0;
    if (codings->inflate_get_window(&coder->zlib, window, &count) != ZLIB_OK) return 0;
    if (codings->inflate_reset(&coder->zlib) != ZLIB_OK) return 0;
    return count == 0 || codings->inflate_set_window(&coder->zlib, window, count) == ZLIB_OK;
}

long neatline_message_coder_run(
    neatline_message_coder *coder, const unsigned char **input, size_t *input_count, unsigned char *output,
    size_t capacity) {
    struct zlib_stream *zlib = &coder->zlib;
    for (;;) {
        const unsigned int given = *input_count < UINT32_MAX ? (unsigned int)*input_count : UINT32_MAX;
        const unsigned int room = capacity < UINT32_MAX ? (unsigned int)capacity : UINT32_MAX;
        zlib->next_in = *input;
        zlib->available_in = given;
        zlib->next_out = output;
        zlib->available_out = room;
        const int result =
            coder->compresses
                ? coder->codings->deflate(zlib, given == *input_count ? ZLIB_SYNC_FLUSH : 0)
                : coder->codings->inflate(zlib, ZLIB_SYNC_FLUSH);
        *input += given - zlib->available_in;
        *input_count -= given - zlib->available_in;
        const long written = (long)(room - zlib->available_out);
        if (result == ZLIB_STREAM_END) {
            if (!continue_behind_end(coder)) return -1;
        } else if (result != ZLIB_OK && result != ZLIB_BUFFER_ERROR) {
            // What comes before it counts; zlib reports it again.
            return written > 0 ? written : -1;
        }
        if (written > 0 || *input_count == 0) return written;
        // Nothing was taken and nothing came of it.
        if (given == zlib->available_in && result == ZLIB_BUFFER_ERROR) return -1;
    }
}
