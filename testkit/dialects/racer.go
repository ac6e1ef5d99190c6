package dialects

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// Racer plays: it flies in a square, and fires.
type Racer struct {
	Game
	ID, Token int32
	DataPort  int
	Told      []string // lines other than WELCOME, by their first words

	line []byte

	Flown, Shots, Died int // units, most shots in flight at a time, and lives
	x, y               int32
	alive              bool
}

// ReadControl takes a piece of the control connection. An ERROR is one.
func (r *Racer) ReadControl(p []byte) error {
	r.line = append(r.line, p...)
	for {
		line, rest, found := strings.Cut(string(r.line), "\n")
		if !found {
			return nil
		}
		r.line = append(r.line[:0], rest...)
		word, text, _ := strings.Cut(line, " ")
		switch word {
		case "WELCOME":
			if err := r.welcome(text); err != nil {
				return err
			}
		case "ERROR":
			return fmt.Errorf("the host said %q", line)
		default:
			r.Told = append(r.Told, word)
		}
	}
}

func (r *Racer) welcome(text string) error {
	words := strings.Split(text, " ")
	if len(words) != 3 {
		return fmt.Errorf("WELCOME %q has %d words", text, len(words))
	}
	for i, into := range []*int32{&r.ID, nil, &r.Token} {
		n, err := strconv.ParseInt(words[i], 10, 32)
		if err != nil {
			return err
		}
		if into == nil {
			r.DataPort = int(n)
		} else {
			*into = int32(n)
		}
	}
	return nil
}

// Opening returns the first bytes of the data connection, and of each datagram.
func (r *Racer) Opening() []byte { return binary.BigEndian.AppendUint32(nil, uint32(r.Token)) }

// Input returns the racer's answer to an update: a course to each side in turn, for 3 s, and fire.
func (r *Racer) Input() []byte {
	world := r.find(0)
	if world == nil {
		return nil
	}
	r.follow()
	const fire = 16
	course := []int32{1, 4, 2, 3}[world.Int(0)/180%4]
	var b []byte
	for _, v := range []int32{1, 4, r.ID, 4, course + fire} {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// follow counts the deeds of the own player.
func (r *Racer) follow() {
	own := r.find(r.ID)
	if own == nil {
		return
	}
	x, y, alive := own.Int(0), own.Int(4), own.Byte(9) == 1
	if r.alive && alive {
		r.Flown += int(max(x-r.x, r.x-x) + max(y-r.y, r.y-y))
	}
	if r.alive && !alive {
		r.Died++
	}
	r.Shots = max(r.Shots, int(own.Int(16)))
	r.x, r.y, r.alive = x, y, alive
}
