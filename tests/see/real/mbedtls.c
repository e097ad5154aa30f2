// SPDX-License-Identifier: MIT
// mbedtls.c - mbedTLS: a client and a server shake hands, and say a word; the random numbers are of a seed.
// Debian's has no hooks (MBEDTLS_PLATFORM_MEMORY): the linker wraps its calloc and free; and time.
#include <stddef.h>
#include <time.h>
time_t __wrap_time(time_t *now);
void *__wrap_calloc(size_t count, size_t bytes);
void __wrap_free(void *block);
void __real_free(void *block);
#define HUTCH_RECORD_MALLOC(bytes) malloc(bytes)
#define HUTCH_RECORD_FREE(block) __real_free(block)
#include "memory.h"

#include <mbedtls/certs.h>
#include <mbedtls/pk.h>
#include <mbedtls/ssl.h>
#include <mbedtls/x509_crt.h>
#include <string.h>

void *__wrap_calloc(size_t count, size_t bytes)
{
    return mem_calloc(count, bytes);
}

void __wrap_free(void *block)
{
    mem_free(block);
}

time_t __wrap_time(time_t *now)
{
    (void)now;
    return 1750000000;
}

#ifndef TURNS
#    define TURNS 3
#endif

struct pipe {
    unsigned char bytes[32768];
    size_t begin, end;
};
static struct pipe to_server, to_client;
struct side {
    struct pipe *in, *out;
};

static int send_bytes(void *context, const unsigned char *bytes, size_t length)
{
    struct pipe *const out = ((struct side *)context)->out;
    if (out->end + length > sizeof(out->bytes)) {
        return MBEDTLS_ERR_SSL_WANT_WRITE;
    }
    memcpy(out->bytes + out->end, bytes, length);
    out->end += length;
    return (int)length;
}

static int receive_bytes(void *context, unsigned char *bytes, size_t length)
{
    struct pipe *const in = ((struct side *)context)->in;
    const size_t there = in->end - in->begin;
    if (there == 0) {
        in->begin = in->end = 0;
        return MBEDTLS_ERR_SSL_WANT_READ;
    }
    length = length < there ? length : there;
    memcpy(bytes, in->bytes + in->begin, length);
    in->begin += length;
    return (int)length;
}

static int random_bytes(void *context, unsigned char *bytes, size_t length)
{
    (void)context;
    for (size_t i = 0; i < length; i++) {
        bytes[i] = (unsigned char)value();
    }
    return 0;
}

struct end {
    mbedtls_ssl_config config;
    mbedtls_ssl_context tls;
    struct side side;
};

static int begin(struct end *end, int role, struct pipe *in, struct pipe *out)
{
    end->side = (struct side){in, out};
    mbedtls_ssl_config_init(&end->config);
    mbedtls_ssl_init(&end->tls);
    int wrong = mbedtls_ssl_config_defaults(&end->config, role, MBEDTLS_SSL_TRANSPORT_STREAM,
                                            MBEDTLS_SSL_PRESET_DEFAULT);
    mbedtls_ssl_conf_rng(&end->config, random_bytes, NULL);
    mbedtls_ssl_conf_authmode(&end->config, MBEDTLS_SSL_VERIFY_NONE);
    return wrong;
}

static int connect_once(mbedtls_x509_crt *certificate, mbedtls_pk_context *key)
{
    static struct end client, server;
    char word[5] = "";
    int of_client = -1, of_server = -1;
    int wrong = begin(&client, MBEDTLS_SSL_IS_CLIENT, &to_client, &to_server) |
                begin(&server, MBEDTLS_SSL_IS_SERVER, &to_server, &to_client);
    wrong |= mbedtls_ssl_conf_own_cert(&server.config, certificate, key);
    wrong |= mbedtls_ssl_setup(&client.tls, &client.config) | mbedtls_ssl_setup(&server.tls, &server.config);
    mbedtls_ssl_set_bio(&client.tls, &client.side, send_bytes, receive_bytes, NULL);
    mbedtls_ssl_set_bio(&server.tls, &server.side, send_bytes, receive_bytes, NULL);
    for (unsigned turn = 0; wrong == 0 && turn < 100 && (of_client != 0 || of_server != 0); turn++) {
        of_client = of_client != 0 ? mbedtls_ssl_handshake(&client.tls) : 0;
        of_server = of_server != 0 ? mbedtls_ssl_handshake(&server.tls) : 0;
    }
    const int said = of_client == 0 && of_server == 0
                         ? mbedtls_ssl_write(&client.tls, (const unsigned char *)"pump", 4)
                         : 0;
    const int heard = said == 4 ? mbedtls_ssl_read(&server.tls, (unsigned char *)word, 4) : 0;
    mbedtls_ssl_free(&client.tls);
    mbedtls_ssl_free(&server.tls);
    mbedtls_ssl_config_free(&client.config);
    mbedtls_ssl_config_free(&server.config);
    return heard == 4 && strcmp(word, "pump") == 0 ? 0 : 1;
}

int main(void)
{
    mbedtls_x509_crt certificate;
    mbedtls_pk_context key;
    int wrong;
    mbedtls_x509_crt_init(&certificate);
    mbedtls_pk_init(&key);
    wrong = mbedtls_x509_crt_parse(&certificate, (const unsigned char *)mbedtls_test_srv_crt_ec,
                                   mbedtls_test_srv_crt_ec_len);
    wrong |= mbedtls_pk_parse_key(&key, (const unsigned char *)mbedtls_test_srv_key_ec,
                                  mbedtls_test_srv_key_ec_len, NULL, 0);
    for (unsigned turn = 0; wrong == 0 && turn < TURNS; turn++) {
        wrong = connect_once(&certificate, &key);
    }
    mbedtls_x509_crt_free(&certificate);
    mbedtls_pk_free(&key);
    REPORT();
    return wrong;
}
