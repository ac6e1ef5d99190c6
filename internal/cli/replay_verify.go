package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/proto/replay"
)

// verified is what came of verifying a replay; the line of JSON that is printed of it.
type verified struct {
	File         string     `json:"file"`
	Holds        bool       `json:"holds"`
	Ticks        game.Tick  `json:"ticks"` // 60 to the second
	TimesReal    float64    `json:"times_real_time,omitempty"`
	Torn         string     `json:"torn,omitempty"`   // what follows on these ticks cannot be read, and why
	Broken       bool       `json:"broken,omitempty"` // that is more than a missing end
	Difference   *different `json:"difference,omitempty"`
	Seal         *sealFound `json:"seal,omitempty"`
	Unverifiable string     `json:"error,omitempty"` // why it could not be played
}

// different says where a replay first is not what its orders lead to.
type different struct {
	Tick    game.Tick `json:"tick"`
	Seconds float64   `json:"seconds"`
	What    string    `json:"what"`
	Slots   []int     `json:"slots"`
	Pilots  []string  `json:"pilots"` // in these slots
}

// newReplayVerify returns the command that plays replays again to see whether they hold.
func newReplayVerify(p *program) *cobra.Command {
	var asJSON bool
	c := command.New("verify FILE... [flags]", "Play replays again, and check every tick", command.Words{Least: 1, Most: anyWords.Most},
		func(c *cobra.Command, args []string) error { return p.verifyReplays(c.Context(), args, asJSON) })
	c.Long = `Play matches again from the orders in their files, and compare every tick with the hashes there. The first difference is printed
with its tick and the ships that differ. A file without its end, as after a crash of its host, is verified as far as it
goes. The exit code is 1 if a file differs, cannot be played, has a wrong seal, or is broken before its end.

A seal is a signature by the host's certificate, whose fingerprint players have in known_hosts. It proves that this host
recorded the match, not that the host is honest.`
	c.Example = "  dogfight replay verify match.dogfight\n  dogfight replay verify --json *.dogfight"
	c.Flags().BoolVar(&asJSON, "json", false, "print a line of JSON for each file")
	return c
}

func (p *program) verifyReplays(ctx context.Context, paths []string, asJSON bool) error {
	refused := 0
	for _, path := range paths {
		v := p.verifyReplay(ctx, path)
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		if v.Unverifiable != "" && len(paths) == 1 && !asJSON {
			return errors.New(v.Unverifiable)
		}
		if !v.Holds {
			refused++
		}
		var err error
		if asJSON {
			err = json.NewEncoder(p.stdout).Encode(v)
		} else {
			_, err = fmt.Fprint(p.stdout, v.text())
		}
		if err != nil {
			return err
		}
	}
	switch {
	case refused == 0:
		return nil
	case len(paths) == 1:
		return errors.New("this replay does not hold")
	}
	return fmt.Errorf("%d of %d replays do not hold", refused, len(paths))
}

// verifyReplay verifies the replay at path, and shows how far that is.
func (p *program) verifyReplay(ctx context.Context, path string) *verified {
	v := &verified{File: path}
	f, err := playable(p.dirs, path)
	if err != nil {
		v.Unverifiable = err.Error()
		return v
	}
	if f.Torn != nil {
		v.Torn, v.Broken = f.Torn.Error(), f.Broken
	}
	seal := checkSeal(p.dirs, f)
	v.Seal, v.Ticks = &seal, f.LastTick-f.Head.First
	terminal := term.IsTerminal(int(os.Stderr.Fd()))
	began := time.Now()
	err = f.Verify(func(t game.Tick) error {
		if terminal {
			fmt.Fprintf(p.stderr, "\r%s of %s, %.0f times real time ", clock(matchTime(f, t)), clock(matchTime(f, f.LastTick)), speed(f, t, began))
		}
		return ctx.Err()
	})
	if terminal {
		fmt.Fprint(p.stderr, "\r\x1b[K")
	}
	var difference *replay.DifferenceError
	switch {
	case errors.As(err, &difference):
		v.Difference = differentIn(f, difference)
	case err != nil:
		v.Unverifiable = fmt.Sprintf("%s: %v", path, err)
	default:
		v.TimesReal = speed(f, f.LastTick, began)
		v.Holds = !seal.wrong() && !v.Broken
	}
	return v
}

// speed returns how many times faster than it was played a match has been verified up to a tick.
func speed(f *replay.File, t game.Tick, began time.Time) float64 {
	return matchTime(f, t).Seconds() / max(time.Since(began), time.Microsecond).Seconds()
}

// differentIn returns a difference with the names of those it is about.
func differentIn(f *replay.File, e *replay.DifferenceError) *different {
	d := &different{Tick: e.Tick, Seconds: matchTime(f, e.Tick).Seconds(), What: e.Want, Slots: []int{}, Pilots: []string{}}
	cast := castOf(f).at(e.Tick)
	for _, slot := range e.Slots {
		d.Slots, d.Pilots = append(d.Slots, int(slot)), append(d.Pilots, cast.inSlot(slot))
	}
	return d
}

// text returns what is to be read of it.
func (v *verified) text() string {
	if v.Unverifiable != "" {
		return v.Unverifiable + "\n"
	}
	ticks := fmt.Sprintf("%s, %d ticks", clock(time.Duration(v.Ticks)*time.Second/game.TickRate), v.Ticks)
	text := fmt.Sprintf("%s: verified: %s, %.0f times real time\n", v.File, ticks, v.TimesReal)
	if d := v.Difference; d != nil {
		text = fmt.Sprintf("%s: tick %d, at %s: %s%s\n", v.File, d.Tick, tenths(time.Duration(d.Seconds*float64(time.Second))), d.What, d.ships())
	}
	if v.Broken {
		text += fmt.Sprintf("%s: broken after %s, the rest is not verified: %s\n", v.File, ticks, v.Torn)
	} else if v.Torn != "" {
		text += fmt.Sprintf("%s: torn after %s, the end is missing: %s\n", v.File, ticks, v.Torn)
	}
	return text + v.File + ": " + v.Seal.String() + "\n"
}

// ships lists the ships that differ.
func (d *different) ships() (text string) {
	for i, slot := range d.Slots {
		text += fmt.Sprintf(", slot %d (%s)", slot, d.Pilots[i])
	}
	return text
}
