/* A peer built on the real libenet, to test ours against.
 *
 *   peer host VISITS                prints its port, and echoes until it was left so often
 *   peer client PORT LEAVE VISITS   comes and goes so often; then sends what is listed below to a host that
 *                                   echoes, checks what comes back, and leaves with data 42, or with LEAVE 0
 *                                   asks the host to
 *
 * A packet is its kind, its number and filling that follows from both. The host leaves with data 99
 * when it gets one of kind q. The last line printed says how many came back of each kind, and with
 * what data the connection ended.
 */
#include <enet/enet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct list {
	char kind;
	int count, length, channel, flags;
} lists[] = {
	{'c', 50, 40, 0, ENET_PACKET_FLAG_RELIABLE},
	{'l', 20, 3000, 1, ENET_PACKET_FLAG_RELIABLE},
	{'u', 30, 60, 0, 0},
	{'s', 30, 60, 1, ENET_PACKET_FLAG_UNSEQUENCED},
	{'f', 20, 3000, 1, ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT},
};

enum { KINDS = sizeof lists / sizeof lists[0], MOST = 64, LONGEST = 3000, PATIENCE = 40000 };

static int came[KINDS], last[KINDS], seen[KINDS][MOST];

static void die(const char *why) {
	printf("failed: %s\n", why);
	exit(1);
}

static void fill(unsigned char *b, const struct list *l, int number) {
	b[0] = l->kind;
	b[1] = number;
	for (int i = 2; i < l->length; i++)
		b[i] = i * 7 + number * 13 + l->kind;
}

static void send_one(ENetPeer *peer, const struct list *l, int number) {
	unsigned char b[LONGEST];
	fill(b, l, number);
	if (enet_peer_send(peer, l->channel, enet_packet_create(b, l->length, l->flags)) != 0)
		die("cannot send");
}

/* check ends the program if a packet is none that was sent, or has no business here. */
static void check(const ENetEvent *e) {
	for (int k = 0; k < KINDS; k++) {
		const struct list *l = &lists[k];
		if (e->packet->dataLength != (size_t)l->length || e->packet->data[0] != l->kind)
			continue;
		unsigned char want[LONGEST];
		int number = e->packet->data[1];
		if (number >= l->count)
			die("a number that was not sent");
		fill(want, l, number);
		if (memcmp(want, e->packet->data, l->length) != 0)
			die("a packet came back as another");
		if (e->channelID != l->channel)
			die("a packet came back on another channel");
		if ((e->packet->flags & l->flags) != (enet_uint32)l->flags)
			die("a packet came back with another delivery");
		if (l->flags & ENET_PACKET_FLAG_RELIABLE && number != came[k])
			die("a reliable packet is missing");
		if (seen[k][number]++)
			die("a packet came back twice");
		if (!(l->flags & ENET_PACKET_FLAG_UNSEQUENCED) && came[k] > 0 && number <= last[k])
			die("a packet came back late");
		last[k] = number;
		came[k]++;
		return;
	}
	die("a packet of no kind");
}

static void finish(ENetHost *host, int data) {
	for (int k = 0; k < KINDS; k++)
		printf("%d ", came[k]);
	printf("%d\n", data);
	enet_host_destroy(host);
	exit(0);
}

/* next waits for an event. Time passes for libenet only when it is called: it sends nothing again while it waits. */
static int next(ENetHost *host, ENetEvent *e, int ms) {
	enet_uint32 began = enet_time_get();
	int got;
	while ((got = enet_host_service(host, e, 5)) == 0 && enet_time_get() - began < (enet_uint32)ms)
		;
	return got > 0;
}

static void run_host(int visits) {
	ENetAddress at = {ENET_HOST_ANY, ENET_PORT_ANY};
	ENetHost *host = enet_host_create(&at, 4, 2, 0, 0);
	if (!host || enet_socket_get_address(host->socket, &at) != 0)
		die("cannot make a host");
	printf("%d\n", at.port);
	fflush(stdout);
	ENetEvent e;
	while (next(host, &e, PATIENCE)) {
		switch (e.type) {
		case ENET_EVENT_TYPE_RECEIVE:
			if (e.packet->data[0] == 'q') {
				enet_peer_disconnect_later(e.peer, 99);
			} else {
				enet_uint32 flags = e.packet->flags & (ENET_PACKET_FLAG_RELIABLE | ENET_PACKET_FLAG_UNSEQUENCED | ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT);
				enet_peer_send(e.peer, e.channelID, enet_packet_create(e.packet->data, e.packet->dataLength, flags));
			}
			enet_packet_destroy(e.packet);
			break;
		case ENET_EVENT_TYPE_DISCONNECT:
			if (--visits == 0)
				finish(host, e.data);
			break;
		default:
			break;
		}
	}
	die("waited in vain");
}

/* service takes events for so many ms. */
static void service(ENetHost *host, enet_uint32 ms) {
	enet_uint32 began = enet_time_get();
	ENetEvent e;
	for (;;) {
		int left = ms - (int)(enet_time_get() - began);
		if (left <= 0 || !next(host, &e, left))
			return;
		if (e.type == ENET_EVENT_TYPE_DISCONNECT)
			finish(host, e.data);
		if (e.type == ENET_EVENT_TYPE_RECEIVE) {
			check(&e);
			enet_packet_destroy(e.packet);
		}
	}
}

/* visit connects, and leaves when a packet came back. */
static void visit(ENetHost *host, const ENetAddress *to) {
	ENetPeer *peer = enet_host_connect(host, to, 2, 7);
	ENetEvent e;
	while (next(host, &e, PATIENCE)) {
		switch (e.type) {
		case ENET_EVENT_TYPE_CONNECT:
			send_one(peer, &lists[0], 0);
			break;
		case ENET_EVENT_TYPE_RECEIVE:
			enet_packet_destroy(e.packet);
			enet_peer_disconnect(peer, 1);
			break;
		case ENET_EVENT_TYPE_DISCONNECT:
			return;
		default:
			break;
		}
	}
	die("a visit does not end");
}

static void run_client(int port, int leave, int visits) {
	ENetHost *host = enet_host_create(NULL, 1, 2, 0, 0);
	ENetAddress to;
	enet_address_set_host_ip(&to, "127.0.0.1");
	to.port = port;
	while (visits-- > 0)
		visit(host, &to);
	ENetPeer *peer = enet_host_connect(host, &to, 2, 7);
	ENetEvent e;
	if (!next(host, &e, PATIENCE) || e.type != ENET_EVENT_TYPE_CONNECT)
		die("cannot connect");
	for (int number = 0; number < MOST; number++) {
		for (int k = 0; k < KINDS; k++)
			if (number < lists[k].count)
				send_one(peer, &lists[k], number);
		service(host, 20);
	}
	for (int waited = 0; came[0] < lists[0].count || came[1] < lists[1].count; waited += 10) {
		service(host, 10);
		if (waited > PATIENCE)
			die("reliable packets are missing");
	}
	service(host, 300); /* for the rest */
	if (leave)
		enet_peer_disconnect(peer, 42);
	else
		enet_peer_send(peer, 0, enet_packet_create("q", 1, ENET_PACKET_FLAG_RELIABLE));
	service(host, PATIENCE);
	die("the connection does not end");
}

int main(int argc, char **argv) {
	if (enet_initialize() != 0)
		die("cannot begin");
	if (argc == 3 && strcmp(argv[1], "host") == 0)
		run_host(atoi(argv[2]));
	if (argc == 5 && strcmp(argv[1], "client") == 0)
		run_client(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
	die("wants: host VISITS, or client PORT LEAVE VISITS");
}
