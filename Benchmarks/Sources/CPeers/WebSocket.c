#define _GNU_SOURCE
#include "CPeers.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// A server that echoes the messages of WebSockets, and a client that is a plain loop over a socket. Both know only what the
// benchmark sends: whole frames without compression.

static uint32_t rotate(uint32_t value, int count) { return value << count | value >> (32 - count); }

/// SHA-1 (FIPS 180-4) of up to 119 bytes.
static void digest(const char *text, size_t length, uint8_t result[20]) {
    uint8_t blocks[128] = {0};
    memcpy(blocks, text, length);
    blocks[length] = 0x80;
    size_t size = length < 56 ? 64 : 128;
    blocks[size - 2] = (uint8_t)(length * 8 >> 8);
    blocks[size - 1] = (uint8_t)(length * 8);
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    for (size_t start = 0; start < size; start += 64) {
        uint32_t words[80];
        for (int index = 0; index < 16; index++) {
            const uint8_t *from = blocks + start + 4 * index;
            words[index] = (uint32_t)from[0] << 24 | from[1] << 16 | from[2] << 8 | from[3];
        }
        for (int index = 16; index < 80; index++)
            words[index] = rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1);
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
        for (int index = 0; index < 80; index++) {
            uint32_t mixed, constant;
            if (index < 20) mixed = (b & c) | (~b & d), constant = 0x5a827999;
            else if (index < 40) mixed = b ^ c ^ d, constant = 0x6ed9eba1;
            else if (index < 60) mixed = (b & c) | (b & d) | (c & d), constant = 0x8f1bbcdc;
            else mixed = b ^ c ^ d, constant = 0xca62c1d6;
            uint32_t sum = rotate(a, 5) + mixed + e + constant + words[index];
            e = d, d = c, c = rotate(b, 30), b = a, a = sum;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
    }
    for (int index = 0; index < 20; index++) result[index] = (uint8_t)(state[index / 4] >> (24 - 8 * (index % 4)));
}

static void base64(const uint8_t bytes[20], char result[29]) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int index = 0; index < 7; index++) {
        uint32_t three = (uint32_t)bytes[3 * index] << 16 | bytes[3 * index + 1] << 8
            | (index < 6 ? bytes[3 * index + 2] : 0);
        for (int digit = 0; digit < 4; digit++) result[4 * index + digit] = digits[three >> (18 - 6 * digit) & 63];
    }
    result[27] = '=';
    result[28] = 0;
}

static bool write_all(int socket, const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0) {
        ssize_t sent = send(socket, next, count, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        next += sent;
        count -= (size_t)sent;
    }
    return true;
}

/// Reads until the end of a head, which is all that the peer sends before it gets an answer.
static bool read_head(int socket, char *head, size_t capacity) {
    size_t count = 0;
    while (count + 1 < capacity) {
        ssize_t received = recv(socket, head + count, capacity - 1 - count, 0);
        if (received <= 0) return false;
        count += (size_t)received;
        head[count] = 0;
        if (strstr(head, "\r\n\r\n")) return true;
    }
    return false;
}

/// The size of the frame at the beginning of the bytes, with its head; 0 if more bytes are needed to tell.
static size_t frame_size(const uint8_t *bytes, size_t count, size_t *head) {
    if (count < 2) return 0;
    size_t length = bytes[1] & 127;
    *head = 2;
    if (length == 126) {
        if (count < 4) return 0;
        length = (size_t)bytes[2] << 8 | bytes[3];
        *head = 4;
    } else if (length == 127) {
        if (count < 10) return 0;
        length = 0;
        for (int index = 2; index < 10; index++) length = length << 8 | bytes[index];
        *head = 10;
    }
    if (bytes[1] & 128) *head += 4;
    return *head + length;
}

static void mask(uint8_t *bytes, size_t count, const uint8_t key[4]) {
    for (size_t index = 0; index < count; index++) bytes[index] ^= key[index & 3];
}

enum { BUFFER = 4 << 20 };

static void *serve_one(void *context) {
    int socket = (int)(intptr_t)context, on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    char head[4096];
    uint8_t *input = malloc(BUFFER), *output = malloc(BUFFER);
    if (!input || !output || !read_head(socket, head, sizeof head)) goto end;
    const char *field = strcasestr(head, "sec-websocket-key:");
    if (!field) goto end;
    field += 18;
    while (*field == ' ') field++;
    char text[128], accept[29];
    uint8_t sum[20];
    int length = snprintf(text, sizeof text, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", field);
    digest(text, (size_t)length, sum);
    base64(sum, accept);
    length = snprintf(
        head, sizeof head,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
        accept);
    if (!write_all(socket, head, (size_t)length)) goto end;
    size_t count = 0;
    for (;;) {
        ssize_t received = recv(socket, input + count, BUFFER - count, 0);
        if (received <= 0) break;
        count += (size_t)received;
        size_t start = 0, written = 0, header = 0;
        for (;;) {
            size_t size = frame_size(input + start, count - start, &header);
            if (size == 0 || size > count - start || size < header) break;
            uint8_t *payload = input + start + header;
            mask(payload, size - header, payload - 4);
            // The same head, without the mask.
            memcpy(output + written, input + start, header - 4);
            output[written + 1] &= 127;
            memcpy(output + written + header - 4, payload, size - header);
            written += size - 4;
            bool is_close = (input[start] & 15) == 8;
            start += size;
            if (is_close) {
                write_all(socket, output, written);
                goto end;
            }
        }
        memmove(input, input + start, count - start);
        count -= start;
        if (written > 0 && !write_all(socket, output, written)) break;
    }
end:
    free(input);
    free(output);
    close(socket);
    return NULL;
}

int peer_websocket_listen(int *port) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 16)
        || getsockname(listener, (struct sockaddr *)&address, &size))
        return -1;
    *port = ntohs(address.sin_port);
    return listener;
}

void peer_websocket_serve(int listener) {
    for (;;) {
        int socket = accept(listener, NULL, NULL);
        if (socket < 0) return;
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve_one, (void *)(intptr_t)socket) == 0) pthread_detach(thread);
        else close(socket);
    }
}

/// Appends a masked frame of data.
static size_t append_frame(uint8_t *to, uint8_t byte, size_t length, uint32_t *seed) {
    size_t head = 2;
    to[0] = 0x82;
    if (length < 126) {
        to[1] = 128 | (uint8_t)length;
    } else {
        to[1] = 128 | 126;
        to[2] = (uint8_t)(length >> 8);
        to[3] = (uint8_t)length;
        head = 4;
    }
    *seed = *seed * 1664525 + 1013904223;
    memcpy(to + head, seed, 4);
    memset(to + head + 4, byte, length);
    mask(to + head + 4, length, to + head);
    return head + 4 + length;
}

int64_t peer_websocket_echo(int port, int64_t count, int length, int width, bool joins) {
    int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)port)};
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    char head[4096] =
        "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    uint8_t *input = malloc(BUFFER), *output = malloc(BUFFER);
    int64_t bytes = -1;
    if (connect(socket_, (struct sockaddr *)&address, sizeof address) || !write_all(socket_, head, strlen(head))
        || !read_head(socket_, head, sizeof head) || !strstr(head, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        goto end;
    int64_t sent = 0, received = 0, sum = 0;
    size_t kept = 0;
    uint32_t seed = 1;
    while (received < count) {
        size_t written = 0;
        while (sent < count && sent - received < width) {
            written += append_frame(output + written, (uint8_t)sent++, (size_t)length, &seed);
            if (joins) continue;
            if (!write_all(socket_, output, written)) goto end;
            written = 0;
        }
        if (written > 0 && !write_all(socket_, output, written)) goto end;
        ssize_t got = recv(socket_, input + kept, BUFFER - kept, 0);
        if (got <= 0) goto end;
        kept += (size_t)got;
        size_t start = 0, header = 0;
        for (;;) {
            size_t size = frame_size(input + start, kept - start, &header);
            if (size == 0 || size > kept - start) break;
            if (input[start + header] != (uint8_t)received) goto end;
            sum += (int64_t)(size - header);
            received++;
            start += size;
        }
        memmove(input, input + start, kept - start);
        kept -= start;
    }
    bytes = sum;
end:
    free(input);
    free(output);
    close(socket_);
    return bytes;
}
