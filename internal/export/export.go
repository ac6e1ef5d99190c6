// Package export converts replays to files that play without the game: terminal recordings and animated images. Equal
// files and options make equal bytes.
//
//	File -> playback.Playback -> View -> play.Screen -> grid ┬-> term.Recording -> asciicast
//	        (with its own clock)                             └-> picture        -> GIF
//
// SVG is drawn from the World instead, in shapes animated by SMIL, so that it moves wherever an image may be shown,
// without scripts. It is small: a path in space has a keyframe only where it bends, in whole units; repeated shapes
// are defined once; and things that come and go share elements.
package export

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/play"
)

// Options selects a part of a replay and its presentation.
type Options struct {
	From, To game.Tick      // from the first to the last tick
	Follow   string         // the pilot to follow, or "director"; "": the pilot that recorded the match, otherwise the director
	Palette  canvas.Palette // nil: the standard one
	Speed    float64        // 2 is twice as fast
	// SVG ignores the rest.
	Columns, Rows int // of the screen
	FPS           int // pictures a second; 0 for the default
}

// director makes the camera follow the fight.
const director = "director"

// Progress receives the finished share, from 0 to 1. An error aborts the export with it.
type Progress func(done float64) error

// Formats returns the names of all formats.
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

// The range of screen sizes.
const (
	leastColumns, mostColumns = 60, 200
	leastRows, mostRows       = 20, 60
)

// Longest is the longest export in ticks, as it is built in memory.
const Longest = 10 * 60 * game.TickRate

// Check returns an error for an invalid option, with its name in front.
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

// subject returns the name of the pilot to follow, as in the replay; "" for the director.
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

// player plays a replay on a match screen, picture by picture.
type player struct {
	match  *playback.Playback
	screen *play.Screen
	speed  float64
	every  time.Duration // of a picture
	length time.Duration // of the export
	shown  int           // pictures
	clock  time.Time     // of the match
}

func newPlayer(f *replay.File, o *Options, fps int) (*player, error) {
	if o.Palette == nil {
		o.Palette = canvas.PaletteOf(false)
	}
	m, err := playback.NewRange(f, o.From, o.To)
	if err != nil {
		return nil, err
	}
	r := &player{match: m, screen: play.New(play.Options{Mode: canvas.Blocks, Palette: o.Palette, Unattended: true}), speed: o.Speed, clock: time.Unix(1, 0)}
	if o.FPS > 0 {
		fps = o.FPS
	}
	r.every = time.Second / time.Duration(fps)
	r.length = time.Duration(float64(m.Last()-m.First()) / game.TickRate / o.Speed * float64(time.Second))
	follow, err := o.subject(f)
	if err != nil {
		return nil, err
	}
	r.screen.Watch(m, follow)
	return r, nil
}

func (r *player) pictures() int { return max(int(r.length/r.every), 1) }

// at returns the time of a picture, from the start.
func (r *player) at(picture int) time.Duration { return time.Duration(picture) * r.every }

// longestStep is the longest step of the match: the screen needs regular Views.
const longestStep = time.Second / 30

func (r *player) draw(on canvas.Screen) {
	passed := time.Duration(0)
	if r.shown > 0 {
		passed = time.Duration(float64(r.every) * r.speed)
	}
	for first := true; first || passed > 0; first = false {
		step := min(passed, longestStep)
		passed -= step
		r.clock = r.clock.Add(step)
		r.screen.See(r.match.Frame(r.clock, game.Steer(game.Idle)), r.clock)
	}
	r.screen.Draw(on)
	r.shown++
}
