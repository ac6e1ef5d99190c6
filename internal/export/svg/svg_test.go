package svg

import (
	"bytes"
	"os"
	"testing"

	"dogfight/game"
	"dogfight/net/playback/playbacktest"
	"dogfight/proto/replay"
)

// fight is ten seconds of a match of eight.
func fight(t testing.TB) *replay.File {
	return playbacktest.File(t, playbacktest.Match{Ships: 8, Ticks: 1500})
}

func write(t testing.TB, f *replay.File, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTenSecondsOfEightShipsAreSmall(t *testing.T) {
	b := write(t, fight(t), Options{From: 700, To: 700 + 10*game.TickRate})
	t.Logf("%d bytes", len(b))
	if len(b) > 60_000 {
		t.Errorf("they take %d bytes", len(b))
	}
	if name := os.Getenv("SVG"); name != "" {
		os.WriteFile(name, b, 0o644)
	}
}
