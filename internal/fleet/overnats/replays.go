package overnats

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet"
)

// MaxReplay is how long a replay in the store may be, in bytes: hours of a large match.
const MaxReplay = 64 << 20

// replayPiece is how much of a replay goes in a message.
const replayPiece = 256 << 10

// ErrNoReplay is returned for a replay that the store does not have.
var ErrNoReplay = errors.New("the fleet has no such replay")

// ReplaySubject is the subject of the pieces of a replay, in order, by its hash, by the key of who puts them, and by each time they do:
// a bus lets nobody write under the key of another, so that nothing comes between the pieces.
func ReplaySubject(hash, public, upload string) string {
	return strings.Join([]string{replaySubject + hash, cmp.Or(public, Nobody), upload}, ".")
}

const replaySubject = "dogfight.replay."

// PutReplay puts a replay into the store, unless it is there, and returns its name: its SHA-256 in hexadecimal digits.
func (c *Conn) PutReplay(ctx context.Context, replay []byte) (name string, err error) {
	if len(replay) == 0 || len(replay) > MaxReplay {
		return "", fmt.Errorf("a replay must have 1 to %d bytes, got %d", MaxReplay, len(replay))
	}
	sum := sha256.Sum256(replay)
	name = hex.EncodeToString(sum[:])
	if there, _, err := c.findReplay(ctx, name); err != nil || there != "" {
		return name, err
	}
	upload, n := fleet.NewID().String(), 0
	for piece := range slices.Chunk(replay, replayPiece) {
		id := fmt.Sprint(upload, "-", n) // so that a piece whose answer was lost is not there twice
		m := &nats.Msg{Subject: c.put(ReplaySubject(name, c.public, upload)), Data: piece}
		if _, _, err := c.publish(ctx, m, jetstream.WithMsgID(id)); err != nil {
			return "", err
		}
		n++
	}
	return name, nil
}

// Replay returns a replay of the store by its name, which its bytes are held against.
func (c *Conn) Replay(ctx context.Context, name string) (replay []byte, err error) {
	if sum, err := hex.DecodeString(name); err != nil || len(sum) != sha256.Size {
		return nil, fmt.Errorf("a replay's name must be the 64 hexadecimal digits of its SHA-256, got %.80q", name)
	}
	subject, size, err := c.findReplay(ctx, strings.ToLower(name))
	if err != nil {
		return nil, err
	}
	if subject == "" {
		return nil, ErrNoReplay
	}
	err = c.stored(ctx, Replays, subject, func(m *nats.Msg) {
		if len(replay) < size { // what was put after it is of no use to anybody
			replay = append(replay, m.Data...)
		}
	})
	return replay, err
}

// replaySum is what has come of one upload.
type replaySum struct {
	hash.Hash
	size int
}

// findReplay returns the subject of the pieces that add up to a replay, and its size; "" if nobody has put it. Others may have put
// what does not, under as many subjects as they like: so it reads all, and holds nothing in memory.
func (c *Conn) findReplay(ctx context.Context, name string) (subject string, size int, err error) {
	sums := map[string]*replaySum{}
	err = c.stored(ctx, Replays, replaySubject+name+".>", func(m *nats.Msg) {
		of := m.Header.Get(headerSubject)
		sum := sums[of]
		if sum == nil {
			sum = &replaySum{Hash: sha256.New()}
			sums[of] = sum
		}
		sum.Write(m.Data)
		if sum.size += len(m.Data); subject == "" && hex.EncodeToString(sum.Sum(nil)) == name {
			subject, size = of, sum.size
		}
	})
	return subject, size, err
}
