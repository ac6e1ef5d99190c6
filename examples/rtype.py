#!/usr/bin/env python3
"""A bot for the R-Type protocol: UDP, integers big-endian, floats little-endian.

    dogfight host --dialect rtype
    python3 rtype.py [HOST [PORT]] [--seconds N]

We say which way to fly sixty times a second, and the host answers twenty times
with all that is near us. Every packet opens with type, version and its size.
"""
import argparse
import math
import socket
import struct
import sys
import time

HEADER = struct.Struct(">BBH")  # type, version, size with this header
IDENT = struct.Struct(">I")  # the body of CONNECT (0: new here), ACCEPT and ENTITY_DESTROY
SNAPSHOT = struct.Struct(">IH")  # tick, how many entities follow

CONNECT, INPUT, PING, DISCONNECT = 0x01, 0x02, 0x03, 0x04
ACCEPT, REJECT, SNAPSHOT_TYPE, GAMEOVER = 0x10, 0x11, 0x12, 0x16
SHIPS = 1, 6, 7  # sprite modulo 16: a ship, a drone, a part of a boss; the rest is the team

AIM = 8  # units: a shot hits what it passes within 6
RANGE = 350  # units: farther away a target has the time to leave
SHOT_SPEED = 360  # units a second


class Entity:
    SIZE = 22

    def __init__(self, data):  # u32 id, f32 x, y, vx, vy, u16 sprite
        (self.ident,) = struct.unpack_from(">I", data)
        self.x, self.y, self.vx, self.vy = struct.unpack_from("<4f", data, 4)
        (self.sprite,) = struct.unpack_from(">H", data, 20)

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
    """Returns our id. A datagram may be lost, so ask ten times a second."""
    for _ in range(50):
        link.send(pack(CONNECT, IDENT.pack(0)))
        soon = time.monotonic() + 0.1
        while time.monotonic() < soon:
            kind, body = receive(link)
            if kind == ACCEPT:
                return IDENT.unpack(body)[0]
    raise ConnectionError("no answer")


def hunt(me, target):
    """Returns the axes to fly along, and whether a shot would hit. A shot goes where
    the ship flew last, in one of eight directions: fly diagonally until the target
    is straight ahead, and aim at where it will be when the shot arrives."""
    ahead = me.distance(target) / SHOT_SPEED
    dx = target.x + target.vx * ahead - me.x
    dy = target.y + target.vy * ahead - me.y
    x = 0 if abs(dx) <= AIM else math.copysign(1, dx)
    y = 0 if abs(dy) <= AIM else math.copysign(1, dy)
    aligned = x == 0 or y == 0 or abs(abs(dx) - abs(dy)) <= AIM
    length = math.hypot(x, y) or 1
    return x / length, y / length, aligned and me.distance(target) <= RANGE


class Bot:
    def __init__(self, link):
        self.link, self.kills, self.deaths = link, 0, 0
        self.ships, self.target, self.fired = {}, None, -math.inf
        self.ident = connect(link)
        print("joined", self.ident, flush=True)

    def see(self, body):
        """Takes a snapshot: all that there is, so what is missing is gone."""
        _, count = SNAPSHOT.unpack_from(body)
        entities = [Entity(body[SNAPSHOT.size + i * Entity.SIZE:]) for i in range(count)]
        before, self.ships = self.ships, {e.ident: e for e in entities if e.sprite % 16 in SHIPS}
        for gone in before.keys() - self.ships.keys():
            self.deaths += gone == self.ident
            # The protocol does not tell who shot whom: say that it was us if we fired at it just now.
            self.kills += gone == self.target and time.monotonic() - self.fired < 1

    def input(self):
        """Returns what to do now: dx, dy, shooting."""
        me = self.ships.get(self.ident)
        enemies = [ship for ship in self.ships.values() if ship.ident != self.ident]
        if not me or not enemies:
            return 0, 0, 0
        now = time.monotonic()
        if now % 3 < 0.3:  # now and then elsewhere, so as not to hang on a rock
            return math.cos(int(now)), math.sin(int(now)), 0
        target = min(enemies, key=me.distance)
        dx, dy, fire = hunt(me, target)
        if fire:
            self.target, self.fired = target.ident, now
        return dx, dy, fire

    def play(self, seconds):
        now = time.monotonic()
        until, heard, next_input, next_ping = now + seconds, now, now, now
        while now < until:
            kind, body = receive(self.link)
            now = time.monotonic()
            if kind == GAMEOVER:
                return
            if kind == SNAPSHOT_TYPE:
                self.see(body)
            if kind:
                heard = now
            elif now > heard + 5:
                raise ConnectionError("the host has fallen silent")
            if now >= next_input:
                next_input = now + 1 / 60
                dx, dy, fire = self.input()
                self.link.send(pack(INPUT, IDENT.pack(self.ident) + struct.pack("<ff?", dx, dy, fire)))
            if now >= next_ping:
                next_ping = now + 1
                self.link.send(pack(PING))


def main():
    parser = argparse.ArgumentParser(description="A bot for the protocol of R-Type.")
    parser.add_argument("host", nargs="?", default="127.0.0.1")
    parser.add_argument("port", nargs="?", type=int, default=4243)
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
        trouble = f"rtype.py: {args.host}:{args.port}: {getattr(why, 'strerror', None) or why}"
    if bot:
        print(f"score {10 * bot.kills} kills {bot.kills} deaths {bot.deaths}")
    sys.exit(trouble)


if __name__ == "__main__":
    main()
