/* The program that the protocol of War Worlds came from, as others see it, on the real libenet.
 *
 *   original PORT
 *
 * It joins, says "hi all", and hears until the host says "goodbye". It looks up what to do with a packet
 * by its type, and calls that without looking whether there is anything; so it does with commands.
 * It prints what it is told, a line each: joined, started, heard and turn.
 */
#include <enet/enet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 65536, COMMANDS = 256, PATIENCE = 120000 /* ms */ };

typedef struct {
	const unsigned char *at, *end;
} buffer;

typedef void handler(ENetPeer *, buffer *);

static handler *handlers[TYPES], *commands[COMMANDS];
static int turns, leaving;

/* get ends the program if there are too few bytes: the original would go on with whatever stood in memory. */
static void get(buffer *b, void *to, size_t n) {
	if ((size_t)(b->end - b->at) < n) {
		printf("garbage\n");
		exit(1);
	}
	memcpy(to, b->at, n);
	b->at += n;
}

static void get_string(buffer *b, char *to) {
	uint16_t length = 0;
	get(b, &length, sizeof length);
	get(b, to, length);
	to[length] = 0;
}

static void put(ENetPeer *peer, const void *bytes, size_t n) {
	enet_peer_send(peer, 0, enet_packet_create(bytes, n, ENET_PACKET_FLAG_RELIABLE));
}

static void on_join_request(ENetPeer *peer, buffer *b) { b->at = b->end; }

static void on_join_response(ENetPeer *peer, buffer *b) {
	char map[65536];
	size_t n = 0;
	uint32_t user, mine, yours;
	get_string(b, map);
	get(b, &n, sizeof n);
	for (size_t i = 0; i < n; i++)
		get(b, &user, sizeof user);
	get(b, &mine, sizeof mine);
	get(b, &yours, sizeof yours);
	printf("joined %s %zu %08x %08x\n", map, n, mine, yours);
	put(peer, "\3\0\6\0hi all", 10);
}

static void on_chat(ENetPeer *peer, buffer *b) {
	char text[65536];
	get_string(b, text);
	printf("heard %s\n", text);
	leaving = leaving || strcmp(text, "goodbye") == 0;
}

static void on_start_game(ENetPeer *peer, buffer *b) { printf("started\n"); }

/* on_turn obeys, and sends a turn of its own: an order now and then, and mostly nothing. */
static void on_turn(ENetPeer *peer, buffer *b) {
	unsigned char n = 0;
	get(b, &n, 1);
	while (n-- > 0) {
		unsigned char head[2];
		get(b, head, 2);
		commands[head[0]](peer, b);
	}
	printf("turn\n");
	if (++turns % 20 == 10)
		put(peer, "\5\0\1\5\1\7\0\0\0\0\0\0\0\0\0\0\0", 17);
	else
		put(peer, "\5\0\0", 3);
}

static void on_command(ENetPeer *peer, buffer *b) { b->at = b->end; }

/* hear takes what comes until the connection ends. Time passes for libenet only when it is called. */
static void hear(ENetHost *host) {
	enet_uint32 began = enet_time_get();
	ENetEvent e;
	while (enet_time_get() - began < PATIENCE) {
		if (enet_host_service(host, &e, 5) <= 0)
			continue;
		if (e.type == ENET_EVENT_TYPE_CONNECT)
			put(e.peer, "\1\0\x4d\0\0\0\xff\x44\x88\x22", 10);
		if (e.type == ENET_EVENT_TYPE_DISCONNECT)
			return;
		if (e.type == ENET_EVENT_TYPE_RECEIVE) {
			buffer b = {e.packet->data, e.packet->data + e.packet->dataLength};
			uint16_t type = 0;
			get(&b, &type, sizeof type);
			handlers[type](e.peer, &b);
			enet_packet_destroy(e.packet);
			fflush(stdout);
			if (leaving == 1) {
				leaving = 2;
				enet_peer_disconnect(e.peer, 0);
			}
		}
	}
}

int main(int argc, char **argv) {
	if (argc != 2 || enet_initialize() != 0)
		return 2;
	handlers[1] = on_join_request;
	handlers[2] = on_join_response;
	handlers[3] = on_chat;
	handlers[4] = on_start_game;
	handlers[5] = on_turn;
	commands[1] = commands[2] = commands[5] = on_command;
	ENetHost *host = enet_host_create(NULL, 1, 2, 0, 0);
	ENetAddress to;
	enet_address_set_host_ip(&to, "127.0.0.1");
	to.port = atoi(argv[1]);
	enet_host_connect(host, &to, 2, 0);
	hear(host);
	enet_host_destroy(host);
	return leaving == 2 ? 0 : 1;
}
