package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3/vt"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/play/playtest"
)

var long = flag.Bool("long", false, "have a browser play films of all kinds too, and films last as long as those of players")

// fight is a match of eight that begins at tick 100, played once.
func fight(t testing.TB) *replay.File {
	t.Helper()
	recordFight.Do(func() { fightFile = playtest.Record(t, playtest.Match{Ships: 8, Ticks: 1500}) })
	f, err := replay.Parse(fightFile)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var (
	recordFight sync.Once
	fightFile   []byte
)

// tenSeconds selects ten seconds, on a screen of the usual size.
var tenSeconds = Options{From: 700, To: 700 + 10*game.TickRate, Speed: 1, Columns: 100, Rows: 30}

func write(t testing.TB, format string, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, format, fight(t), o, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// castEvent is an event of a recording.
type castEvent struct {
	time float64
	code string
	data string
}

// readCast parses a recording.
func readCast(t testing.TB, b []byte) (h castHeader, events []castEvent) {
	t.Helper()
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() {
		t.Fatal("it is empty")
	}
	if err := json.Unmarshal(lines.Bytes(), &h); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		var e castEvent
		if err := json.Unmarshal(lines.Bytes(), &[]any{&e.time, &e.code, &e.data}); err != nil {
			t.Fatalf("%v in %q", err, lines.Text())
		}
		events = append(events, e)
	}
	return h, events
}

func TestACastShowsTheDrawingOnATerminal(t *testing.T) {
	t.Parallel()
	o := tenSeconds
	if !*long {
		o.To = o.From + 4*game.TickRate
	}
	b := write(t, "cast3", o)
	t.Logf("%d bytes", len(b))
	if name := os.Getenv("CAST"); name != "" {
		os.WriteFile(name, b, 0o644)
	}
	h, events := readCast(t, b)
	if h.Version != 3 || h.Term.Columns != 100 || h.Term.Rows != 30 {
		t.Fatalf("the header is %+v", h)
	}
	eyes := vt.NewMockTerm(vt.MockOptSize{X: vt.Col(o.Columns), Y: vt.Row(o.Rows)}, vt.MockOptColors(1<<24))
	eyes.Start()
	defer eyes.Stop()
	r, err := newPlayer(fight(t), &o, castFPS)
	if err != nil {
		t.Fatal(err)
	}
	drawn := canvas.NewGrid(trueColours)
	drawn.Resize(o.Columns, o.Rows)
	next, at := 0, 0.0
	for n := range r.pictures() {
		r.draw(drawn)
		for next < len(events) && at+events[next].time <= r.at(n).Seconds()+0.001 && events[next].code == "o" {
			at += events[next].time
			eyes.Write([]byte(events[next].data))
			next++
		}
		eyes.Drain()
		same(t, n, drawn, eyes, o.Palette.Ground(trueColours))
	}
	if next < r.pictures()*9/10 {
		t.Errorf("%d events for %d pictures", next, r.pictures())
	}
}

// same compares a terminal with the drawing, with colours.
func same(t *testing.T, picture int, drawn *canvas.Grid, eyes vt.MockTerm, ground canvas.TermColour) {
	t.Helper()
	for y := range drawn.Height {
		for x := range drawn.Width {
			want, style, _ := drawn.Get(x, y)
			if style.Ground == 0 {
				style.Ground = ground
			}
			got := eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
			if got.C != want && !(got.C == "" && want == " ") {
				t.Fatalf("picture %d: at %d, %d there is %q, drawn was %q", picture, x, y, got.C, want)
			}
			if ground, ok := style.Ground.RGB(); ok && int(got.S.Bg().Hex()) != ground {
				t.Fatalf("picture %d: at %d, %d the ground is %06x, drawn was %06x", picture, x, y, got.S.Bg().Hex(), ground)
			}
		}
	}
}

func TestTheTimesOfACastAddUp(t *testing.T) {
	t.Parallel()
	o := tenSeconds
	o.To = o.From + 2*game.TickRate
	for _, speed := range []float64{0.7, 1, 2} {
		o.Speed = speed
		_, events := readCast(t, write(t, "cast3", o))
		sum := 0.0
		for _, e := range events {
			if e.time < 0 {
				t.Fatalf("an event is %g s before the one before it", -e.time)
			}
			sum += e.time
		}
		want := 2 / speed
		if off := sum - want; max(off, -off) > 0.001 {
			t.Errorf("at %gx the intervals add up to %.3f s, expected %.3f", speed, sum, want)
		}
		h, absolute := readCast(t, write(t, "cast", o))
		if h.Version != 2 || h.Width != o.Columns || h.Height != o.Rows {
			t.Errorf("the header of version 2 is %+v", h)
		}
		sum = 0
		for i, e := range absolute {
			sum += events[i].time
			if off := sum - e.time; max(off, -off) > 0.0005 || e.data != events[i].data {
				t.Fatalf("event %d is at %.3f s in version 2, and at %.3f s in version 3", i, e.time, sum)
			}
		}
	}
}

func TestTheSameFileMakesTheSameFilm(t *testing.T) {
	t.Parallel()
	o := tenSeconds
	o.To = o.From + 2*game.TickRate
	for _, format := range Formats() {
		a := write(t, format, o)
		time.Sleep(2 * time.Millisecond) // the output must not depend on the time
		if !bytes.Equal(a, write(t, format, o)) {
			t.Errorf("%s: two exports differ", format)
		}
	}
}
