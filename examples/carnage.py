#!/usr/bin/env python3
"""A bot for the C4RN4G3 protocol: TCP, little-endian.

    dogfight host --dialect carnage
    python3 carnage.py [HOST [PORT]] [--seconds N] [--name NAME]

Say hello, ask to be spawned, then say which keys are down. The host sends records,
twenty a second: what is new, what moved, and what is gone. After each death ask again.
"""
import argparse
import socket
import struct
import sys
import time

HELLO, WELCOME, SPAWN, SPAWNED, INPUTS, RECORD = range(6)  # the first byte of a message; a u32 length goes before it
VERSION = 1
STATIC, DYNAMIC, TYPE = 0x80, 0x40, 0x3F  # bits of an entity's code
PLAYER = 0
OTHERS = {1: (16, 28), 2: (12, 12), 3: (9, 16)}  # static and dynamic size of barrels, orbs and bullets

UP, LEFT, DOWN, RIGHT, FIRE = 1, 2, 4, 8, 16  # bits of the inputs

AIM = 8  # units: a shot hits what it passes within 6
RANGE = 350  # units: farther away a target has the time to leave


class Player:
    x = y = health = score = 0

    def distance(self, other):
        return max(abs(self.x - other.x), abs(self.y - other.y))


class Reader:
    """Takes a message apart from its beginning."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, layout):
        fields = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return fields


def hunt(me, target):
    """Returns the keys to press. A shot goes where the ship flew last, in one of
    eight directions: fly diagonally until the target is straight ahead."""
    dx, dy = target.x - me.x, target.y - me.y
    across = 0 if abs(dx) <= AIM else RIGHT if dx > 0 else LEFT
    along = 0 if abs(dy) <= AIM else DOWN if dy > 0 else UP
    aligned = not across or not along or abs(abs(dx) - abs(dy)) <= AIM
    return across | along | (FIRE if aligned and me.distance(target) <= RANGE else 0)


class Bot:
    def __init__(self, link, name):
        self.link, self.name = link, name
        self.players, self.ident, self.spawned = {}, None, False
        self.score, self.deaths = 0, 0
        self.time, self.over = 0, False
        self.send(HELLO, struct.pack("<I", VERSION))

    def send(self, kind, body):
        self.link.sendall(struct.pack("<IB", 1 + len(body), kind) + body)

    def receive(self, size):
        """Returns exactly so many bytes, however TCP has cut them."""
        data = b""
        while len(data) < size:
            piece = self.link.recv(size - len(data))
            if not piece:
                raise ConnectionError("the host closed the connection")
            data += piece
        return data

    def ask_to_spawn(self):
        name = self.name.encode()
        self.ident, self.spawned = None, False
        self.send(SPAWN, struct.pack("<I", len(name)) + name + bytes([0, 0]))  # weapon, class

    def hear(self):
        """Takes the next message."""
        (length,) = struct.unpack("<I", self.receive(4))
        message = Reader(self.receive(length))
        (kind,) = message.take("B")
        if kind == WELCOME:
            if message.take("B") != (1,):
                raise ConnectionError(f"the host does not speak version {VERSION}")
            self.ask_to_spawn()
        elif kind == SPAWNED:
            (status,) = message.take("B")
            if status:
                raise ConnectionError(f"the host does not let us spawn: status {status}")
            self.spawned = True
            if not self.deaths:
                print("joined", self.name, flush=True)
        elif kind == RECORD:
            self.see(message)

    def see(self, record):
        """Takes a record: entities that are new, changed, or (with neither flag) gone."""
        before, (self.time, count) = self.time, record.take("fI")
        if self.time < before:  # the next match has begun
            self.over = True
            return
        for _ in range(count):
            code, ident = record.take("BI")
            if code & TYPE != PLAYER:
                static, dynamic = OTHERS[code & TYPE]
                record.at += bool(code & STATIC) * static + bool(code & DYNAMIC) * dynamic
                continue
            player = self.players.get(ident, Player())
            if code & STATIC:
                _, length = record.take("BI")  # team, and of the name
                record.at += length
                record.take("fBB")  # radius, weapon, class
                if self.spawned and self.ident is None:  # the first after a good answer is ours
                    self.ident = ident
            if code & DYNAMIC:
                player.x, player.y, _, _, player.health, player.score, *_ = record.take("10f")
            if code & STATIC and code & DYNAMIC:
                self.players[ident] = player
            if not code & (STATIC | DYNAMIC):
                self.players.pop(ident, None)

    def act(self):
        """Says what to hold down, or after our death, that we want another ship."""
        if not self.ident or self.over:
            return
        me = self.players.get(self.ident)
        if not me or me.health <= 0:
            self.deaths += 1
            self.ask_to_spawn()
            return
        self.score = int(me.score)
        enemies = [other for ident, other in self.players.items() if ident != self.ident and other.health > 0]
        keys, now = 0, time.monotonic()
        if now % 3 < 0.3:  # now and then elsewhere, so as not to hang on a rock
            keys = 1 << int(now) % 4
        elif enemies:
            keys = hunt(me, min(enemies, key=me.distance))
        self.send(INPUTS, struct.pack("<fB", 0, keys))  # the angle: of use while no key is down

    def play(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.over:
            self.hear()
            self.act()


def main():
    parser = argparse.ArgumentParser(description="A bot for the protocol of C4RN4G3.")
    parser.add_argument("host", nargs="?", default="127.0.0.1")
    parser.add_argument("port", nargs="?", type=int, default=4245)
    parser.add_argument("--seconds", type=float, default=1e9, help="leave after so long, not with the match")
    parser.add_argument("--name", default="carnage.py")
    args = parser.parse_args()
    bot, trouble = None, None
    try:
        with socket.create_connection((args.host, args.port), timeout=5) as link:
            bot = Bot(link, args.name)
            bot.play(args.seconds)
    except KeyboardInterrupt:
        pass
    except (OSError, OverflowError) as why:
        trouble = f"carnage.py: {args.host}:{args.port}: {getattr(why, 'strerror', None) or why}"
    if bot:
        print(f"score {bot.score} deaths {bot.deaths}")
    sys.exit(trouble)


if __name__ == "__main__":
    main()
