#!/usr/bin/env python3
"""A bot for Dogfight's binary protocol: TCP, big-endian, four directions.

    dogfight host --dialect dogfight
    python3 dogfight.py [HOST [PORT]] [--seconds N]

The host greets with the id of our ship and then sends the whole game, twenty
times a second and after each event of ours. We answer with events.
"""
import argparse
import socket
import struct
import sys
import time

STATE = struct.Struct(">IBH")  # length, status, bytes of power-ups; these follow, then the ships
SHIP = struct.Struct(">iiBBB36s50s")  # x, y, hp, alive, direction, id, its five bullets
BULLET = struct.Struct(">iiBB")  # x, y, active, direction
MOVE = struct.Struct(">BB36s")  # 2, direction, our id: 3 units of flight
EVENT = struct.Struct(">B36s")  # 0 has come, 3 shoots and 1 leaves; our id

COME, LEAVE, MOVED, SHOOT = 0, 1, 2, 3
UP, DOWN, LEFT, RIGHT = 1, 2, 3, 4
CLOSED = 2  # status

EVENTS_A_SECOND = 50  # a ship flies 150 units a second, and each move is worth 3
AIM = 8  # units: a shot hits what it passes within 6
RANGE = 350  # units: farther away a target has the time to leave


class Ship:
    def __init__(self, x, y, hp, alive, direction, ident, bullets):
        self.x, self.y, self.alive, self.ident = x, y, alive, ident
        self.bullets = [(bx, by) for bx, by, active, _ in BULLET.iter_unpack(bullets) if active]

    def distance(self, x, y):
        return max(abs(self.x - x), abs(self.y - y))


def receive(link, size):
    """Returns exactly so many bytes, however TCP has cut them."""
    data = b""
    while len(data) < size:
        piece = link.recv(size - len(data))
        if not piece:
            raise ConnectionError("the host closed the connection")
        data += piece
    return data


def receive_state(link):
    """Returns the status and the ships by their ids."""
    length, status, power_ups = STATE.unpack(receive(link, STATE.size))
    receive(link, power_ups)
    # The length may be 49 too large, as the first program counted: less than half a ship.
    count = (length - STATE.size - power_ups) // SHIP.size
    ships = [Ship(*fields) for fields in SHIP.iter_unpack(receive(link, count * SHIP.size))]
    return status, {ship.ident: ship for ship in ships}


def hunt(me, target):
    """Returns the direction to fly in, and whether a shot would hit. A shot goes
    where the ship flew last, so get into a row or column with the target first."""
    dx, dy = target.x - me.x, target.y - me.y
    across = RIGHT if dx > 0 else LEFT
    along = DOWN if dy > 0 else UP
    aligned = min(abs(dx), abs(dy)) <= AIM
    if aligned:
        return (along if abs(dx) < abs(dy) else across), me.distance(target.x, target.y) <= RANGE
    return (across if abs(dx) < abs(dy) else along), False


def died(before, now):
    """Returns the ships that were alive in one state and are no longer in the next."""
    return [ship for ident, ship in before.items() if ship.alive and not (ident in now and now[ident].alive)]


class Bot:
    def __init__(self, link):
        self.link, self.kills, self.deaths = link, 0, 0
        self.ships, self.next_event = {}, 0
        self.ident = receive(link, 36)
        self.link.sendall(EVENT.pack(COME, self.ident))  # who has sent nothing is the first to go when too many connect
        print("joined", self.ident.decode(), flush=True)

    def see(self, ships):
        before, self.ships = self.ships, ships
        for ship in died(before, ships):
            if ship.ident == self.ident:
                self.deaths += 1
            elif self.ident in before:  # the protocol does not say who shot it: we did if a bullet of ours was beside it
                self.kills += any(ship.distance(*bullet) < 30 for bullet in before[self.ident].bullets)

    def act(self, now):
        me = self.ships.get(self.ident)
        enemies = [ship for ship in self.ships.values() if ship.alive and ship.ident != self.ident]
        if now < self.next_event or not me or not me.alive or not enemies:
            return
        self.next_event = now + 1 / EVENTS_A_SECOND
        direction, fire = hunt(me, min(enemies, key=lambda ship: ship.distance(me.x, me.y)))
        if now % 3 < 0.3:  # now and then elsewhere, so as not to hang on a rock
            direction, fire = 1 + int(now) % 4, False
        self.link.sendall(MOVE.pack(MOVED, direction, self.ident))
        if fire:
            self.link.sendall(EVENT.pack(SHOOT, self.ident))

    def play(self, seconds):
        status, until = None, time.monotonic() + seconds
        while status != CLOSED and time.monotonic() < until:
            status, ships = receive_state(self.link)
            self.see(ships)
            self.act(time.monotonic())
        self.link.sendall(EVENT.pack(LEAVE, self.ident))


def main():
    parser = argparse.ArgumentParser(description="A bot for the binary protocol of Dogfight.")
    parser.add_argument("host", nargs="?", default="127.0.0.1")
    parser.add_argument("port", nargs="?", type=int, default=6699)
    parser.add_argument("--seconds", type=float, default=1e9, help="leave after so long, not with the match")
    parser.add_argument("--name", help="of no use: this protocol knows no names")
    args = parser.parse_args()
    bot, trouble = None, None
    try:
        with socket.create_connection((args.host, args.port), timeout=5) as link:
            bot = Bot(link)
            bot.play(args.seconds)
    except KeyboardInterrupt:
        pass
    except (OSError, OverflowError) as why:
        trouble = f"dogfight.py: {args.host}:{args.port}: {getattr(why, 'strerror', None) or why}"
    if bot:
        print(f"score {10 * bot.kills} kills {bot.kills} deaths {bot.deaths}")
    sys.exit(trouble)


if __name__ == "__main__":
    main()
