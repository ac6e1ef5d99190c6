package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/net/link"
	"dogfight/proto/replay"
)

// verification is the result for a replay, and its line of JSON.
type verification struct {
	File         string      `json:"file"`
	Holds        bool        `json:"holds"`
	Ticks        game.Tick   `json:"ticks"` // 60 to the second
	TimesReal    float64     `json:"times_real_time,omitempty"`
	Torn         string      `json:"torn,omitempty"`   // why the file cannot be read after these ticks
	Broken       bool        `json:"broken,omitempty"` // more than its end is missing
	Difference   *difference `json:"difference,omitempty"`
	Seal         *sealCheck  `json:"seal,omitempty"`
	Unverifiable string      `json:"error,omitempty"` // why it could not be played
}

// difference is the first tick at which a replay differs from its orders.
type difference struct {
	Tick    game.Tick `json:"tick"`
	Seconds float64   `json:"seconds"`
	Reason  string    `json:"what"`
	Slots   []int     `json:"slots"`
	Pilots  []string  `json:"pilots"` // in these slots
}

// newReplayVerify returns the command that verifies replays.
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
			return ctx.Err()
		}
		if v.Unverifiable != "" && len(paths) == 1 && !asJSON {
			return errors.New(v.Unverifiable)
		}
		if !v.Holds {
			refused++
		}
		if err := p.print(asJSON, v, v.text); err != nil {
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

// verifyReplay verifies the replay at path, and shows its progress.
func (p *program) verifyReplay(ctx context.Context, path string) *verification {
	v := &verification{File: path}
	f, err := readPlayable(ctx, p.dirs, path)
	if err != nil {
		v.Unverifiable = err.Error()
		return v
	}
	if f.Torn != nil {
		v.Torn, v.Broken = f.Torn.Error(), f.Broken
	}
	seal := checkSeal(p.dirs, f)
	v.Seal, v.Ticks = &seal, f.LastTick-f.Head.First
	began := time.Now()
	speed := func(t game.Tick) float64 {
		return matchTime(f, t).Seconds() / max(time.Since(began), time.Microsecond).Seconds()
	}
	err = f.Verify(func(w *game.World, _ []game.Event) {
		if (w.Tick-f.Head.First)%replay.KeyframeEvery == 0 {
			p.status("%s of %s, %.0f times real time ", clock(matchTime(f, w.Tick)), clock(matchTime(f, f.LastTick)), speed(w.Tick))
		}
	})
	p.status("")
	var differs *replay.DifferenceError
	switch {
	case errors.As(err, &differs):
		v.Difference = differenceOf(f, differs)
	case err != nil:
		v.Unverifiable = fmt.Sprintf("%s: %v", path, err)
	default:
		v.TimesReal = speed(f.LastTick)
		v.Holds = !seal.wrong() && !v.Broken
	}
	return v
}

// differenceOf returns a difference with the names of its pilots.
func differenceOf(f *replay.File, e *replay.DifferenceError) *difference {
	d := &difference{Tick: e.Tick, Seconds: matchTime(f, e.Tick).Seconds(), Reason: e.Want, Slots: []int{}, Pilots: []string{}}
	cast := (&cast{notes: f.Notes}).at(e.Tick)
	for _, slot := range e.Slots {
		d.Slots, d.Pilots = append(d.Slots, int(slot)), append(d.Pilots, cast.inSlot(slot))
	}
	return d
}

// text returns the result for people.
func (v *verification) text() string {
	if v.Unverifiable != "" {
		return v.Unverifiable + "\n"
	}
	length := fmt.Sprintf("%s, %d ticks", clock(ticks(v.Ticks)), v.Ticks)
	text := fmt.Sprintf("%s: verified: %s, %.0f times real time\n", v.File, length, v.TimesReal)
	if d := v.Difference; d != nil {
		ships := ""
		for i, slot := range d.Slots {
			ships += fmt.Sprintf(", slot %d (%s)", slot, d.Pilots[i])
		}
		text = fmt.Sprintf("%s: tick %d, at %s: %s%s\n", v.File, d.Tick, tenths(seconds(d.Seconds)), d.Reason, ships)
	}
	if v.Broken {
		text += fmt.Sprintf("%s: broken after %s, the rest is not verified: %s\n", v.File, length, v.Torn)
	} else if v.Torn != "" {
		text += fmt.Sprintf("%s: torn after %s, the end is missing: %s\n", v.File, length, v.Torn)
	}
	return text + v.File + ": " + v.Seal.String() + "\n"
}

// sealCheck is the state of a replay's seal.
type sealCheck struct {
	State    string   `json:"state"`               // none, good, or the reason why it is wrong
	SignedBy string   `json:"signed_by,omitempty"` // fingerprint of the host's certificate
	Known    []string `json:"known_as,omitempty"`  // addresses at which this user has joined that host
	Own      bool     `json:"own,omitempty"`       // it is this user's host
}

// The states of a seal.
const (
	noSeal   = "none"
	goodSeal = "good"
)

// checkSeal checks the seal of a replay and looks up its host.
func checkSeal(dirs config.Dirs, f *replay.File) sealCheck {
	if f.Seal == nil {
		return sealCheck{State: noSeal}
	}
	seal := sealCheck{State: goodSeal, SignedBy: link.Fingerprint(f.Seal.Certificate)}
	if err := f.Seal.Check(); err != nil {
		seal.State = err.Error()
		return seal
	}
	seal.Known, _ = link.NewKnownHosts(dirs.KnownHosts()).Addresses(seal.SignedBy)
	seal.Own = seal.SignedBy == link.FileFingerprint(dirs.HostCertificate())
	return seal
}

func (s *sealCheck) wrong() bool { return s.State != noSeal && s.State != goodSeal }

func (s *sealCheck) String() string {
	host := "a host that you have not met"
	switch {
	case s.State == noSeal:
		return "no seal: no host has signed it"
	case s.wrong():
		return "wrong seal: " + s.State
	case s.Own:
		host = "your own host"
	case len(s.Known) > 0:
		host = "the host that you know at " + strings.Join(s.Known, ", ")
	}
	return fmt.Sprintf("sealed by %s; %s; it proves that this host recorded the match, not that it is honest", s.SignedBy, host)
}
