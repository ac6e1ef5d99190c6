package export

import (
	"bytes"
	"image/gif"
	"os"
	"testing"
)

func TestTenSecondsOfGIF(t *testing.T) {
	b := write(t, "gif", tenSeconds)
	t.Logf("%d bytes", len(b))
	if name := os.Getenv("GIF"); name != "" {
		os.WriteFile(name, b, 0o644)
	}
	g, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if g.Config.Width != 800 || g.Config.Height != 480 || g.LoopCount != 0 {
		t.Errorf("it is %dx%d, and is shown %d times", g.Config.Width, g.Config.Height, g.LoopCount)
	}
	took := 0
	for _, d := range g.Delay {
		took += d
	}
	if took != 1000 {
		t.Errorf("it takes %d hundredths of a second", took)
	}
}
