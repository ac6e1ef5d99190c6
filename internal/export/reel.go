package export

import (
	"time"

	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/play"
)

// reel plays a replay on a match screen, picture by picture.
type reel struct {
	match  *playback.Match
	screen *play.Screen
	speed  float64
	every  time.Duration // of a picture
	length time.Duration // of the export
	shown  int           // pictures
	clock  time.Time     // of the match
}

func newReel(f *replay.File, o *Options, fps int) (*reel, error) {
	if o.Palette == nil {
		o.Palette = canvas.PaletteOf(false)
	}
	m, err := playback.NewRange(f, o.From, o.To)
	if err != nil {
		return nil, err
	}
	r := &reel{match: m, screen: play.New(play.Options{Mode: canvas.Blocks, Palette: o.Palette, Unattended: true}), speed: o.Speed, clock: time.Unix(1, 0)}
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

func (r *reel) pictures() int { return max(int(r.length/r.every), 1) }

// at returns the time of a picture, from the start.
func (r *reel) at(picture int) time.Duration { return time.Duration(picture) * r.every }

// longestStep is the longest step of the match: the screen needs regular Views.
const longestStep = time.Second / 30

func (r *reel) draw(on canvas.Screen) {
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
