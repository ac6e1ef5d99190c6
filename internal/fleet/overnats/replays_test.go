package overnats_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
	"dogfight/testkit"
)

func TestAReplayIsStoredByItsHashAndFoundOnlyByIt(t *testing.T) {
	t.Parallel()
	h, err := hub.Start(hub.Options{Listen: "127.0.0.1:0", Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	<-h.Ready()
	c, err := overnats.Connect(overnats.Options{URL: "nats://" + h.Addr()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	ctx := testkit.Context(t)

	replay := make([]byte, 700_000) // several messages long
	for i := range replay {
		replay[i] = byte(rand.Uint32())
	}
	hash, err := c.PutReplay(ctx, replay)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.PutReplay(ctx, replay); again != hash || err != nil {
		t.Errorf("put again it is %s, %v", again, err)
	}
	if got, err := c.Replay(ctx, hash); err != nil || !bytes.Equal(got, replay) {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
	other := strings.Repeat("0", 64)
	if _, err := c.Replay(ctx, other); err != overnats.ErrNoReplay {
		t.Errorf("a missing replay: %v", err)
	}
	for _, name := range []string{"", "../" + hash, hash[:63], hash + "00"} {
		if _, err := c.Replay(ctx, name); err == nil || !strings.Contains(err.Error(), "64 hexadecimal digits") {
			t.Errorf("%q: %v", name, err)
		}
	}
	forge(t, c, overnats.ReplaySubject(other, "", "1"), []byte("forged"))
	if _, err := c.Replay(ctx, other); err != overnats.ErrNoReplay {
		t.Errorf("a forged one: %v", err)
	}
	for _, size := range []int{0, overnats.MaxReplay + 1} {
		if _, err := c.PutReplay(ctx, make([]byte, size)); err == nil {
			t.Errorf("%d bytes were accepted", size)
		}
	}
}

// forge publishes to a stream as an accepted client with another program.
func forge(t *testing.T, c *overnats.Conn, subject string, b []byte) {
	t.Helper()
	if _, err := c.NATS().Request(overnats.Desk("")+".put."+subject, b, testkit.Limit); err != nil {
		t.Fatal(err)
	}
}

func TestAReplayIsFoundAmongForgedOnesOfItsName(t *testing.T) {
	t.Parallel()
	h := startHub(t, hub.Options{})
	awaitReady(t, h)
	c := connect(t, "nats://"+h.Addr())
	replay := bytes.Repeat([]byte("a long match"), 100_000)
	sum := sha256.Sum256(replay)
	name := hex.EncodeToString(sum[:])
	forge(t, c, overnats.ReplaySubject(name, "evil", "1"), []byte("before"))
	forge(t, c, overnats.ReplaySubject(name, "evil", "2"), replay[:1000])
	if _, err := c.PutReplay(testkit.Context(t), replay); err != nil {
		t.Fatal(err)
	}
	forge(t, c, overnats.ReplaySubject(name, "evil", "2"), replay[:1000])
	if got, err := c.Replay(testkit.Context(t), strings.ToUpper(name)); err != nil || !bytes.Equal(got, replay) {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
}
