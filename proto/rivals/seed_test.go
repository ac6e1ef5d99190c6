package rivals_test

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"testing"
)

// seed is the full state of the first Dogfight: everything, every time.
//
//	4 length in bytes, 1 status, 2 bytes of power-ups
//	a power-up        4 x, 4 y, 1 kind
//	a player          4 x, 4 y, 1 hp, 1 alive, 1 direction, 36 id
//	  5 bullets       4 x, 4 y, 1 active, 1 direction
type seed struct{ got state }

const (
	seedHeader  = 4 + 1 + 2
	seedPowerUp = 4 + 4 + 1
	seedBullet  = 4 + 4 + 1 + 1
	seedID      = 36
	seedPlayer  = 4 + 4 + 3 + seedID + bullets*seedBullet
)

func (c *seed) encode(b []byte, _, now *frame) []byte {
	st := &now.state
	big := binary.BigEndian
	b = big.AppendUint32(b, uint32(seedHeader+seedPowerUp*len(st.PowerUps)+seedPlayer*len(st.Players)))
	b = append(b, st.Status)
	b = big.AppendUint16(b, uint16(seedPowerUp*len(st.PowerUps)))
	for _, p := range st.PowerUps {
		b = append(appendPlace(b, p.X, p.Y), p.Kind)
	}
	for i := range st.Players {
		b = st.Players[i].appendSeed(b)
	}
	return b
}

func (p *player) appendSeed(b []byte) []byte {
	alive := byte(0)
	if p.Alive {
		alive = 1
	}
	b = append(appendPlace(b, p.X, p.Y), byte(p.HP), alive, p.Direction)
	b = append(b, p.ID...)
	for _, s := range p.Bullets {
		b = append(appendPlace(b, s.X, s.Y), 1, s.Direction)
	}
	var idle [bullets * seedBullet]byte
	return append(b, idle[len(p.Bullets)*seedBullet:]...)
}

func appendPlace(b []byte, x, y int32) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(x)), uint32(y))
}

func (c *seed) decode(b []byte, _ *frame) error {
	c.got = state{}
	if len(b) < seedHeader || binary.BigEndian.Uint32(b) != uint32(len(b)) {
		return fmt.Errorf("expected the length in front, %x came", b[:min(len(b), seedHeader)])
	}
	split := seedHeader + int(binary.BigEndian.Uint16(b[5:]))
	if split > len(b) {
		return fmt.Errorf("expected power-ups up to byte %d, %d bytes came", split, len(b))
	}
	powerUps, players := b[seedHeader:split], b[split:]
	c.got.Status = b[4]
	for ; len(powerUps) >= seedPowerUp; powerUps = powerUps[seedPowerUp:] {
		x, y := place(powerUps)
		c.got.PowerUps = append(c.got.PowerUps, powerUp{x, y, powerUps[8]})
	}
	for ; len(players) >= seedPlayer; players = players[seedPlayer:] {
		c.got.Players = append(c.got.Players, seedPlayerIn(players))
	}
	return nil
}

func seedPlayerIn(b []byte) player {
	x, y := place(b)
	p := player{X: x, Y: y, HP: int8(b[8]), Alive: b[9] == 1, Direction: b[10], ID: string(b[11 : 11+seedID])}
	for b = b[11+seedID : seedPlayer]; len(b) > 0; b = b[seedBullet:] {
		if x, y := place(b); b[8] == 1 {
			p.Bullets = append(p.Bullets, bullet{x, y, b[9]})
		}
	}
	return p
}

func place(b []byte) (x, y int32) {
	return int32(binary.BigEndian.Uint32(b)), int32(binary.BigEndian.Uint32(b[4:]))
}

func (c *seed) arrived(now *frame) bool { return reflect.DeepEqual(c.got, now.state) }

func TestSeedTakes97BytesAShip(t *testing.T) {
	now := frame{state: state{Status: 1, PowerUps: []powerUp{{407, 209, 2}}}}
	for slot := range 3 {
		now.state.Players = append(now.state.Players, player{X: 533, Y: 353, HP: 5, ID: uuids[slot]})
	}
	b := (&seed{}).encode(nil, nil, &now)
	if want := 7 + 9 + 3*97; len(b) != want {
		t.Errorf("expected %d bytes, %d came", want, len(b))
	}
	if got, want := fmt.Sprintf("%x", b[:16+11]), "00000133"+"01"+"0009"+"00000197"+"000000d1"+"02"+"00000215"+"00000161"+"050000"; got != want {
		t.Errorf("expected %s, %s came", want, got)
	}
}
