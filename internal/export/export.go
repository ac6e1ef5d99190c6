// Package export makes films of replays, that are played without the game: a recording of a terminal, or a moving image. The same
// file and the same options make the same bytes.
//
//	File -> playback.Match -> View -> play.Screen -> grid ┬-> term.Film -> asciicast
//	        (by a clock of its own)                       └-> picture  -> GIF
//
// What is drawn as shapes instead of cells is made by the package svg below.
package export

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
)

// Options are what to show of a replay, and how.
type Options struct {
	From, To game.Tick      // from the first to the last tick
	Follow   string         // the pilot whom the camera follows, or Director; "": the one whose client saw the match, else Director
	Palette  canvas.Palette // nil: the standard one
	Speed    float64        // 2 is twice as fast
	// What follows is of no use to SVG.
	Columns, Rows int // of the screen
	FPS           int // pictures a second; 0 for what is usual
}

// Director is to be followed for the camera to go where the fight is.
const director = "director"

// Progress is told how much is done, from 0 to 1. An error ends all with that error.
type Progress func(done float64) error

// Formats are what can be made, by name.
func Formats() []string { return []string{"cast", "cast3", "svg", "gif"} }

// Write writes a replay in a format.
func Write(to io.Writer, format string, f *replay.File, o Options, p Progress) error {
	switch format {
	case "cast":
		return writeCast(to, f, o, p, castVersion2)
	case "cast3":
		return writeCast(to, f, o, p, castVersion3)
	case "svg":
		follow, err := o.subject(f)
		if err != nil {
			return err
		}
		return WriteSVG(to, f, SVGOptions{From: o.From, To: o.To, Follow: follow, Palette: o.Palette, Speed: o.Speed, Progress: p})
	case "gif":
		return writeGIF(to, f, o, p)
	}
	return fmt.Errorf("there is no format %q", format)
}

// The screens that can be filmed.
const (
	leastColumns, mostColumns = 60, 200
	leastRows, mostRows       = 20, 60
)

// Longest is how long a film may be: all of it is made before any of it is written.
const Longest = 10 * 60 * game.TickRate

// Check says what cannot be, with the option in front.
func (o *Options) Check() error {
	switch {
	case o.Columns < leastColumns || o.Columns > mostColumns || o.Rows < leastRows || o.Rows > mostRows:
		return fmt.Errorf("size: must be %dx%d to %dx%d, got %dx%d", leastColumns, leastRows, mostColumns, mostRows, o.Columns, o.Rows)
	case o.Speed < 0.1 || o.Speed > 16:
		return fmt.Errorf("speed: must be 0.1 to 16, got %g", o.Speed)
	case o.FPS < 0 || o.FPS > 60:
		return fmt.Errorf("fps: must be 1 to 60, got %d", o.FPS)
	}
	return nil
}

// subject returns whom to follow by name, as it is written there; "" for whom a director chooses.
func (o *Options) subject(f *replay.File) (string, error) {
	if o.Follow == director {
		return "", nil
	}
	var names []string
	for t := o.From; ; t += game.TickRate {
		for _, p := range f.Roster(min(t, o.To)) {
			switch {
			case int(p.Slot) >= game.MaxShips:
			case o.Follow == "" && f.Head.Watched && p.ID == f.Head.Pilot, strings.EqualFold(p.Name, o.Follow):
				return p.Name, nil
			case !slices.Contains(names, p.Name):
				names = append(names, p.Name)
			}
		}
		switch {
		case t < o.To:
		case o.Follow == "":
			return "", nil
		default:
			return "", fmt.Errorf("no pilot is called %q; there are %s", o.Follow, strings.Join(names, ", "))
		}
	}
}
