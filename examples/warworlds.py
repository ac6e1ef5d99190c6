#!/usr/bin/env python3
"""A bot for the War Worlds protocol: ENet over UDP, and little-endian packets in it.

    dogfight host --dialect warworlds
    python3 warworlds.py [HOST [PORT]] [--seconds N]

We ask to join in a colour of ours, ask for what is in space, which comes ten times a
second, and command our ship. Half of this file is ENet: what a client needs of it.
"""
import argparse
import socket
import struct
import sys
import time

# Packets: u16 type, fields.
JOIN_REQUEST, JOIN_RESPONSE, START_GAME, COMMAND, STATE = 1, 2, 4, 5, 100
COLOUR = struct.Struct("<I")  # red, green, blue, opacity, from the highest byte down
ENTITY = struct.Struct("<IB3fI")  # id, kind, x, y, z, colour: its owner's
ASK_STATE, INPUT = 100, 101  # commands: of player 0, which is us
SHIP, SHOT = 1, 2  # kinds

# The input: a course, and FIRE. This is the course that points along the signs of x and y.
COURSE = {(-1, -1): 5, (0, -1): 1, (1, -1): 6,
          (-1, 0): 3, (0, 0): 0, (1, 0): 4,
          (-1, 1): 7, (0, 1): 2, (1, 1): 8}
FIRE = 16

AIM = 8  # units: a shot hits what it passes within 6
RANGE = 350  # units: farther away a target has the time to leave


class ENet:
    """One connection with one channel of reliable packets. Datagrams are big-endian: a
    header of the receiver's number for the sender and the time, then commands."""

    HEADER = struct.Struct(">HH")  # peer (bit 15: the time follows), ms
    PREFIX = struct.Struct(">BBH")  # before each command: kind (bit 7: acknowledge it), channel, sequence number
    ACK, CONNECT, VERIFY, DISCONNECT, RELIABLE, FRAGMENT = 1, 2, 3, 4, 6, 8
    # What follows the prefix, by kind; in those of LENGTH_AT, data too, whose length stands there.
    SIZE = {1: 4, 2: 44, 3: 40, 4: 4, 5: 0, 6: 2, 7: 4, 8: 20, 9: 4, 10: 8, 11: 12, 12: 20}
    LENGTH_AT = {6: 0, 7: 2, 8: 2, 9: 2, 12: 2}
    CONTROL = 0xFF  # the channel of all that is not data
    PATIENCE = 5  # seconds without an answer, and the connection is lost

    def __init__(self, address):
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.connect(address)
        self.link.settimeout(0.05)
        self.peer, self.connected, self.heard = 0xFFF, False, time.monotonic()
        self.sequence = {self.CONTROL: 0, 0: 0}  # of what we sent last, by channel
        self.unacknowledged = {}  # (channel, sequence): command, when to send it again, after how long
        self.expected, self.early, self.pieces = 1, {}, b""  # of what comes
        self.command(self.CONNECT, self.CONTROL, struct.pack(
            ">HBB10I", 0, 0xFF, 0xFF, 1400, 65536, 1, 0, 0, 5000, 2, 2, int(time.time()) & 0xFFFFFFFF, 0))
        while not self.connected:
            self.receive()

    def send(self, packet):
        self.command(self.RELIABLE, 0, struct.pack(">H", len(packet)) + packet)

    def leave(self):
        self.command(self.DISCONNECT, self.CONTROL, bytes(4))

    def command(self, kind, channel, body):
        self.sequence[channel] = self.sequence[channel] + 1 & 0xFFFF
        command = self.PREFIX.pack(kind | 0x80, channel, self.sequence[channel]) + body
        self.unacknowledged[channel, self.sequence[channel]] = command, time.monotonic() + 0.25, 0.5
        self.transmit(command)

    def transmit(self, commands):
        self.link.send(self.HEADER.pack(self.peer | 0x8000, int(time.monotonic() * 1000) & 0xFFFF) + commands)

    def receive(self):
        """Returns the packets of the next datagram, in order: often none."""
        now = time.monotonic()
        if now > self.heard + self.PATIENCE:
            raise ConnectionError("the host has fallen silent" if self.connected else "no answer")
        for key, (command, again, wait) in self.unacknowledged.items():
            if now > again:
                self.unacknowledged[key] = command, now + wait, 2 * wait
                self.transmit(command)
        try:
            data = self.link.recv(4096)
        except socket.timeout:
            return []
        self.heard, packets = now, []
        peer, sent = self.HEADER.unpack_from(data)
        at = 4 if peer & 0x8000 else 2
        while at < len(data):
            kind, channel, sequence = self.PREFIX.unpack_from(data, at)
            body_at = at + self.PREFIX.size
            at = body_at + self.SIZE[kind & 15]
            if kind & 15 in self.LENGTH_AT:
                at += struct.unpack_from(">H", data, body_at + self.LENGTH_AT[kind & 15])[0]
            if kind & 0x80:
                self.transmit(self.PREFIX.pack(self.ACK, channel, sequence) + struct.pack(">HH", sequence, sent))
            packets += self.take(kind & 15, channel, sequence, data[body_at:at])
        return packets

    def take(self, kind, channel, sequence, body):
        """Takes a command. Data waits until all before it has come, so the fragments of
        a packet too large for one datagram come together by themselves."""
        if kind == self.ACK:
            self.unacknowledged.pop((channel, struct.unpack_from(">H", body)[0]), None)
        elif kind == self.VERIFY and not self.connected:
            number, _, session = struct.unpack_from(">HBB", body)
            self.peer, self.connected = number | session << 12, True
        elif kind == self.DISCONNECT:
            raise ConnectionError("the host closed the connection")
        elif kind in (self.RELIABLE, self.FRAGMENT) and (sequence - self.expected) & 0xFFFF < 0x8000:
            self.early[sequence] = kind, body
        packets = []
        while self.expected in self.early:
            kind, body = self.early.pop(self.expected)
            self.expected = self.expected + 1 & 0xFFFF
            self.pieces += body[self.SIZE[kind]:]
            if kind == self.FRAGMENT:
                _, _, count, number = struct.unpack_from(">HHII", body)
                if number < count - 1:
                    continue
            packets.append(self.pieces)
            self.pieces = b""
        return packets


class Entity:
    def __init__(self, ident, kind, x, y, _, colour):
        self.ident, self.kind, self.x, self.y, self.colour = ident, kind, x, y, colour

    def distance(self, other):
        return max(abs(self.x - other.x), abs(self.y - other.y))


def hunt(me, target):
    """Returns the input. A shot goes where the ship flew last, in one of eight
    directions: fly diagonally until the target is straight ahead."""
    dx, dy = target.x - me.x, target.y - me.y
    x = 0 if abs(dx) <= AIM else 1 if dx > 0 else -1
    y = 0 if abs(dy) <= AIM else 1 if dy > 0 else -1
    aligned = x == 0 or y == 0 or abs(abs(dx) - abs(dy)) <= AIM
    return COURSE[x, y] | (FIRE if aligned and me.distance(target) <= RANGE else 0)


class Bot:
    def __init__(self, address):
        self.kills, self.deaths, self.games = 0, 0, 0
        self.colour, self.ships, self.shots = None, {}, []
        self.host = ENet(address)
        self.host.send(struct.pack("<HII", JOIN_REQUEST, 0, 0x33AAFFFF))
        self.host.send(struct.pack("<HBBB", COMMAND, 1, ASK_STATE, 0))  # without that, no STATE comes

    def take(self, packet):
        (kind,) = struct.unpack_from("<H", packet)
        if kind == JOIN_RESPONSE:  # string map, size n, u32 user * n, the host's colour, ours
            (self.colour,) = COLOUR.unpack(packet[-COLOUR.size:])
            print(f"joined {self.colour:08x}", flush=True)
        elif kind == START_GAME:
            self.games += 1
        elif kind == STATE:
            self.see(packet)
            self.host.send(struct.pack("<HBBBB", COMMAND, 1, INPUT, 0, self.input()))

    def see(self, state):
        """Takes a state: u16 type, u32 tick, u16 how many, and all that there is."""
        before, shots = self.ships, self.shots
        entities = [Entity(*fields) for fields in ENTITY.iter_unpack(state[8:])]
        self.ships = {e.colour: e for e in entities if e.kind == SHIP}
        self.shots = [e for e in entities if e.kind == SHOT and e.colour == self.colour]
        for colour in before.keys() - self.ships.keys():
            if colour == self.colour:
                self.deaths += 1
            else:  # the protocol does not tell who shot whom: it was us if a shot of ours was beside it
                self.kills += any(before[colour].distance(shot) < 60 for shot in shots)

    def input(self):
        """Returns what to hold down now."""
        me = self.ships.get(self.colour)
        enemies = [ship for ship in self.ships.values() if ship.colour != self.colour]
        if not me or not enemies:
            return 0
        now = time.monotonic()
        if now % 3 < 0.3:  # now and then elsewhere, so as not to hang on a rock
            return 1 + int(now) % 8
        return hunt(me, min(enemies, key=me.distance))

    def play(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.games < 2:  # the second one is the next match
            for packet in self.host.receive():
                self.take(packet)


def main():
    parser = argparse.ArgumentParser(description="A bot for the protocol of War Worlds.")
    parser.add_argument("host", nargs="?", default="127.0.0.1")
    parser.add_argument("port", nargs="?", type=int, default=4246)
    parser.add_argument("--seconds", type=float, default=1e9, help="leave after so long, not with the match")
    parser.add_argument("--name", help="of no use: this protocol knows no names")
    args = parser.parse_args()
    bot, trouble = None, None
    try:
        bot = Bot((args.host, args.port))
        try:
            bot.play(args.seconds)
        finally:
            bot.host.leave()
    except KeyboardInterrupt:
        pass
    except (OSError, OverflowError) as why:
        trouble = f"warworlds.py: {args.host}:{args.port}: {getattr(why, 'strerror', None) or why}"
    if bot:
        print(f"score {10 * bot.kills} kills {bot.kills} deaths {bot.deaths}")
    sys.exit(trouble)


if __name__ == "__main__":
    main()
