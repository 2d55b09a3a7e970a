#ifndef NEATLINECONTENTDECODER_H
#define NEATLINECONTENTDECODER_H

#include <stddef.h>

struct neatline_curl;

// Decoders of HTTP's content codings, found at run time: in the program, in what libcurl needs, or by their file names.
// libcurl could decode, too, but not in steps: it would keep all that comes of a piece while a transfer is paused.

/// A coding, as a bit.
enum neatline_coding {
    /// RFC 1952.
    NEATLINE_GZIP = 1,
    /// RFC 1950, or RFC 1951 from servers that leave the wrapper out.
    NEATLINE_DEFLATE = 2,
    /// RFC 7932.
    NEATLINE_BROTLI = 4,
    /// RFC 8878.
    NEATLINE_ZSTANDARD = 8,
    /// The messages of WebSockets, RFC 7692, in both directions.
    NEATLINE_MESSAGES = 16,
};

/// The functions of the decoders that were found.
typedef struct neatline_codings neatline_codings;

/// Looks the decoders up. What it returns is never freed; NULL without memory.
const neatline_codings *neatline_codings_open(const struct neatline_curl *curl);

/// The codings that can be decoded.
int neatline_codings_available(const neatline_codings *codings);

/// The state of decoding a body that has up to `NEATLINE_CODING_LIMIT` codings.
typedef struct neatline_decoder neatline_decoder;

enum { NEATLINE_CODING_LIMIT = 5 };

/// A decoder of these codings, the one that was applied last first; NULL without memory. The codings must be available.
neatline_decoder *neatline_decoder_new(const neatline_codings *codings, const int *order, size_t count);
void neatline_decoder_free(neatline_decoder *decoder);

/// Decodes into `output` what lies at `*input`, and moves `*input` and `*input_count` past what was taken.
///
/// Returns how many bytes were written: 0 when all the input was taken and nothing more comes of it. Returns a negative
/// number if the input is not in its coding, or there is no memory, after all that came before was returned.
long neatline_decoder_read(
    neatline_decoder *decoder, const unsigned char **input, size_t *input_count, unsigned char *output,
    size_t capacity);

/// Whether each coding has come to its end, so that nothing is missing.
int neatline_decoder_is_complete(const neatline_decoder *decoder);

/// Compresses the messages of a WebSocket, or decompresses them (RFC 7692, section 7.2).
typedef struct neatline_message_coder neatline_message_coder;

/// A coder for a window of 2^9 to 2^15 bytes; NULL without memory or zlib.
neatline_message_coder *neatline_message_coder_new(const neatline_codings *codings, int compresses, int window_bits);
void neatline_message_coder_free(neatline_message_coder *coder);

/// Forgets the messages before. Returns 0 if that fails.
int neatline_message_coder_reset(neatline_message_coder *coder);

/// Codes into `output` what lies at `*input`, and moves `*input` and `*input_count` past what was taken.
///
/// Returns how many bytes were written. If there are none, and all the input was taken, nothing more comes of it. A coder
/// that compresses takes the end of the input for that of a message. Returns a negative number if the input is bad, after
/// the output that comes before that, or there is no memory.
long neatline_message_coder_run(
    neatline_message_coder *coder, const unsigned char **input, size_t *input_count, unsigned char *output,
    size_t capacity);

#endif
