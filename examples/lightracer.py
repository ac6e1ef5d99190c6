#!/usr/bin/env python3
"""A bot for the Light Racer protocol: two TCP ports, big-endian.

    dogfight host --dialect lightracer
    python3 lightracer.py [HOST [PORT]] [--seconds N] [--name NAME]

On the control port lines of text arrange the match. It names the data port, where
the host sends all objects thirty times a second, and we send what we hold down.
"""
import argparse
import select
import socket
import struct
import sys
import time

COUNT = struct.Struct(">i")  # an update: how many objects follow
OBJECT = struct.Struct(">iii")  # each: type, id, length of its data
PLAYER_TYPE, INPUT_TYPE = 1, 4  # of others we need to know nothing
PLAYER = struct.Struct(">iiBBBBi")  # x, y, hp, alive, course, team, score; then shots in flight

# The input byte: a course, and FIRE. This is the course that points along the signs of x and y.
COURSE = {(-1, -1): 5, (0, -1): 1, (1, -1): 6,
          (-1, 0): 3, (0, 0): 0, (1, 0): 4,
          (-1, 1): 7, (0, 1): 2, (1, 1): 8}
FIRE = 16

AIM = 8  # units: a shot hits what it passes within 6
RANGE = 350  # units: farther away a target has the time to leave


class Player:
    def __init__(self, ident, data):
        self.ident = ident
        self.x, self.y, _, self.alive, _, _, self.score = PLAYER.unpack_from(data)

    def distance(self, other):
        return max(abs(self.x - other.x), abs(self.y - other.y))


def receive(link, size):
    """Returns exactly so many bytes, however TCP has cut them."""
    data = b""
    while len(data) < size:
        piece = link.recv(size - len(data))
        if not piece:
            raise ConnectionError("the host closed the connection")
        data += piece
    return data


def receive_players(data_link):
    """Returns the players of one update by their ids."""
    players = {}
    for _ in range(*COUNT.unpack(receive(data_link, COUNT.size))):
        kind, ident, length = OBJECT.unpack(receive(data_link, OBJECT.size))
        data = receive(data_link, length)
        if kind == PLAYER_TYPE:
            players[ident] = Player(ident, data)
    return players


def hunt(me, target):
    """Returns the input byte. A shot goes where the ship flew last, in one of eight
    directions: fly diagonally until the target is straight ahead."""
    dx, dy = target.x - me.x, target.y - me.y
    x = 0 if abs(dx) <= AIM else 1 if dx > 0 else -1
    y = 0 if abs(dy) <= AIM else 1 if dy > 0 else -1
    aligned = x == 0 or y == 0 or abs(abs(dx) - abs(dy)) <= AIM
    return COURSE[x, y] | (FIRE if aligned and me.distance(target) <= RANGE else 0)


class Bot:
    def __init__(self, address, name):
        self.score, self.deaths, self.over = 0, 0, False
        self.ident, self.rest = None, b""
        self.control = socket.create_connection(address, timeout=5)
        self.say(f"JOIN {name}")
        while self.ident is None:
            self.hear()
        self.data = socket.create_connection((address[0], self.port), timeout=5)
        self.data.sendall(struct.pack(">i", self.token))
        print("joined", self.ident, flush=True)
        self.say("READY")

    def say(self, line):
        self.control.sendall(f"{line}\n".encode())

    def hear(self):
        """Takes the lines that have come on the control port."""
        piece = self.control.recv(4096)
        if not piece:
            raise ConnectionError("the host closed the connection")
        *lines, self.rest = (self.rest + piece).split(b"\n")
        for line in lines:
            word, _, text = line.decode().partition(" ")
            if word == "WELCOME":
                self.ident, self.port, self.token = map(int, text.split())
            elif word == "OVER":
                scores = dict(entry.split() for entry in text.split(";"))
                self.score, self.over = int(scores.get(str(self.ident), self.score)), True
            elif word == "ERROR":
                raise ConnectionError(text)

    def input(self, players):
        """Returns what to hold down now."""
        me = players.get(self.ident)
        enemies = [other for other in players.values() if other.alive and other.ident != self.ident]
        if not me or not me.alive or not enemies:
            return 0
        now = time.monotonic()
        if now % 3 < 0.3:  # now and then elsewhere, so as not to hang on a rock
            return 1 + int(now) % 8
        return hunt(me, min(enemies, key=me.distance))

    def play(self, seconds):
        until, was_alive = time.monotonic() + seconds, False
        while time.monotonic() < until and not self.over:
            readable, _, _ = select.select([self.data, self.control], [], [], 5)
            if not readable:
                raise ConnectionError("the host has fallen silent")
            if self.control in readable:
                self.hear()
            if self.data in readable:
                players = receive_players(self.data)
                self.data.sendall(struct.pack(">5i", 1, INPUT_TYPE, self.ident, 4, self.input(players)))
                if self.ident in players:
                    me = players[self.ident]
                    self.score, self.deaths = me.score, self.deaths + (was_alive and not me.alive)
                    was_alive = me.alive
        self.say("LEAVE")


def main():
    parser = argparse.ArgumentParser(description="A bot for the protocol of Light Racer.")
    parser.add_argument("host", nargs="?", default="127.0.0.1")
    parser.add_argument("port", nargs="?", type=int, default=4247, help="the control port")
    parser.add_argument("--seconds", type=float, default=1e9, help="leave after so long, not with the match")
    parser.add_argument("--name", default="racer.py")
    args = parser.parse_args()
    bot, trouble = None, None
    try:
        bot = Bot((args.host, args.port), args.name)
        bot.play(args.seconds)
    except KeyboardInterrupt:
        pass
    except (OSError, OverflowError) as why:
        trouble = f"lightracer.py: {args.host}:{args.port}: {getattr(why, 'strerror', None) or why}"
    if bot:
        print(f"score {bot.score} deaths {bot.deaths}")
    sys.exit(trouble)


if __name__ == "__main__":
    main()
