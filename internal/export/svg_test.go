package export

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"testing"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/ui/play/playtest"
)

func writeSVGFile(t testing.TB, f *replay.File, o SVGOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSVG(&b, f, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTenSecondsOfEightShipsAreSmall(t *testing.T) {
	ticks, every := 1500, game.Tick(600)
	if *long {
		ticks, every = 3000, 300
	}
	for _, arena := range []string{"open", "expanse", "belt", "duel"} {
		f := playtest.File(t, playtest.Match{Arena: arena, Ships: 8, Ticks: ticks})
		most := 0
		for from := game.Tick(200); from < game.Tick(ticks)-600; from += every {
			most = max(most, len(writeSVGFile(t, f, SVGOptions{From: from, To: from + 10*game.TickRate})))
		}
		t.Logf("%s: at most %d bytes", arena, most)
		if most > 60_000 {
			t.Errorf("in %s ten seconds have %d bytes", arena, most)
		}
	}
}

// TestEveryModeIsDrawn also checks that the pictures are XML without NaN.
func TestEveryModeIsDrawn(t *testing.T) {
	arenas := map[game.Mode]string{
		game.Deathmatch: "expanse", game.Teams: "duel", game.Last: "henge", game.CaptureOrb: "twin", game.Race: "ring", game.Trails: "grid",
	}
	for mode, arena := range arenas {
		f := playtest.File(t, playtest.Match{Mode: mode, Arena: arena, Ships: 6, Ticks: 900})
		b := writeSVGFile(t, f, SVGOptions{From: 400, To: 1000})
		for decoder := xml.NewDecoder(bytes.NewReader(b)); ; {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", mode.Name(), err)
			}
		}
		for _, wrong := range []string{"NaN", "%!", "Inf", "<script", "href=\"http"} {
			if bytes.Contains(b, []byte(wrong)) {
				t.Errorf("%s: there is %q", mode.Name(), wrong)
			}
		}
		if name := os.Getenv("SVG"); name != "" {
			os.WriteFile(name+mode.Name()+".svg", b, 0o644)
		}
		t.Logf("%s: %d bytes", mode.Name(), len(b))
	}
}
