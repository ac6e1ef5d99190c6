#!/usr/bin/env python3
"""A bot for the protocol that the R-Type program really speaks: UDP, all big-endian.

On the host's own network the program itself can join, which says CONNECT once and
the keys when one goes down. This bot plays from anywhere, as it says more.

    dogfight host --dialect rtype-code
    python3 rtype-code.py [HOST [PORT]] [--seconds N]

We say which keys are down sixty times a second, and the host answers twenty
times with all that is near us. Every packet opens with type, version and its size.
"""
import argparse
import math
import socket
import struct
import sys
import time

HEADER = struct.Struct(">BBH")  # type, version, size with this header
COUNT = struct.Struct(">H")  # a SNAPSHOT's body: how many entities follow
ENTITY = struct.Struct(">QffB")  # id, x, y, sprite

CONNECT, DISCONNECT, INPUT, PING = 0x01, 0x02, 0x03, 0x04  # only INPUT has a body: the keys
ACCEPT, REJECT, SNAPSHOT, GAMEOVER = 0x10, 0x11, 0x12, 0x17
UP, DOWN, LEFT, RIGHT, SHOOT = 1, 2, 4, 8, 16
OURS = 1 << 31  # the least id that our own ship can have; all others are below
SHIPS = 1, 6, 7  # sprite modulo 16: a ship, a drone, a part of a boss; the rest is the team

AIM = 8  # units: a shot hits what it passes within 6
RANGE = 350  # units: farther away a target has the time to leave


class Ship:
    def __init__(self, ident, x, y):
        self.ident, self.x, self.y = ident, x, y

    def distance(self, other):
        return max(abs(self.x - other.x), abs(self.y - other.y))


def pack(kind, body=b""):
    return HEADER.pack(kind, 1, HEADER.size + len(body)) + body


def receive(link):
    """Returns the next packet as (type, body), or (None, b"") when none came in a sixtieth of a second."""
    try:
        data = link.recv(2048)
    except socket.timeout:
        return None, b""
    if len(data) < HEADER.size or HEADER.unpack_from(data)[1:] != (1, len(data)):
        return None, b""
    if data[0] == REJECT:  # for a CONNECT, or after ACCEPT for what we said then
        raise ConnectionError("the host has no room")
    return data[0], data[HEADER.size:]


def connect(link):
    """Joins. A datagram may be lost, so ask ten times a second."""
    for _ in range(50):
        link.send(pack(CONNECT))
        soon = time.monotonic() + 0.1
        while time.monotonic() < soon:
            kind, body = receive(link)
            if kind == ACCEPT:
                return
    raise ConnectionError("no answer")


def hunt(me, target):
    """Returns the keys to press. A shot goes where the ship flew last, in one of
    eight directions: fly diagonally until the target is straight ahead."""
    dx, dy = target.x - me.x, target.y - me.y
    across = 0 if abs(dx) <= AIM else RIGHT if dx > 0 else LEFT
    along = 0 if abs(dy) <= AIM else DOWN if dy > 0 else UP
    aligned = not across or not along or abs(abs(dx) - abs(dy)) <= AIM
    return across | along | (SHOOT if aligned and me.distance(target) <= RANGE else 0)


class Bot:
    def __init__(self, link):
        self.link, self.kills, self.deaths = link, 0, 0
        self.ident, self.ships, self.target, self.fired = None, {}, None, -math.inf
        connect(link)

    def see(self, body):
        """Takes a snapshot: all that there is, so what is missing is gone."""
        (count,) = COUNT.unpack_from(body)
        entities = ENTITY.iter_unpack(body[COUNT.size:COUNT.size + count * ENTITY.size])
        before, self.ships = self.ships, {i: Ship(i, x, y) for i, x, y, sprite in entities if sprite % 16 in SHIPS}
        if self.ident is None:
            self.ident = next((ident for ident in self.ships if ident >= OURS), None)
            if self.ident:
                print("joined", self.ident, flush=True)
        for gone in before.keys() - self.ships.keys():
            self.deaths += gone == self.ident
            # The protocol does not tell who shot whom: say that it was us if we fired at it just now.
            self.kills += gone == self.target and time.monotonic() - self.fired < 1

    def keys(self):
        """Returns what to hold down now."""
        me = self.ships.get(self.ident)
        enemies = [ship for ship in self.ships.values() if ship.ident != self.ident]
        if not me or not enemies:
            return 0
        now = time.monotonic()
        if now % 3 < 0.3:  # now and then elsewhere, so as not to hang on a rock
            return 1 << int(now) % 4
        target = min(enemies, key=me.distance)
        keys = hunt(me, target)
        if keys & SHOOT:
            self.target, self.fired = target.ident, now
        return keys

    def play(self, seconds):
        now = time.monotonic()
        until, heard, next_input, next_ping = now + seconds, now, now, now
        while now < until:
            kind, body = receive(self.link)
            now = time.monotonic()
            if kind == GAMEOVER:
                return
            if kind == SNAPSHOT:
                self.see(body)
            if kind:
                heard = now
            elif now > heard + 5:
                raise ConnectionError("the host has fallen silent")
            if now >= next_input:
                next_input = now + 1 / 60
                self.link.send(pack(INPUT, bytes([self.keys()])))
            if now >= next_ping:
                next_ping = now + 1
                self.link.send(pack(PING))


def main():
    parser = argparse.ArgumentParser(description="A bot for what the R-Type program speaks.")
    parser.add_argument("host", nargs="?", default="127.0.0.1")
    parser.add_argument("port", nargs="?", type=int, default=4244)
    parser.add_argument("--seconds", type=float, default=1e9, help="leave after so long, not with the match")
    parser.add_argument("--name", help="of no use: this protocol knows no names")
    args = parser.parse_args()
    bot, trouble = None, None
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.settimeout(1 / 60)
    try:
        link.connect((args.host, args.port))
        bot = Bot(link)
        try:
            bot.play(args.seconds)
        finally:
            link.send(pack(DISCONNECT))
    except KeyboardInterrupt:
        pass
    except (OSError, OverflowError) as why:
        trouble = f"rtype-code.py: {args.host}:{args.port}: {getattr(why, 'strerror', None) or why}"
    if bot:
        print(f"score {10 * bot.kills} kills {bot.kills} deaths {bot.deaths}")
    sys.exit(trouble)


if __name__ == "__main__":
    main()
