package cli

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/internal/config"
	"dogfight/internal/session"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// readReplay reads a replay: a path, or a name that replayPath knows. The error names the file.
func readReplay(dirs config.Dirs, path string) (*replay.File, error) {
	found, err := replayPath(dirs, path)
	if err != nil {
		return nil, err
	}
	return session.Read(found)
}

// playable reads the replay at path, which this program must be able to play.
func playable(dirs config.Dirs, path string) (*replay.File, error) {
	f, err := readReplay(dirs, path)
	if err == nil && f.Unplayable != nil {
		err = fmt.Errorf("%s: %w", path, f.Unplayable)
	}
	return f, err
}

// matchTime returns how long after the first tick of a replay a tick is.
func matchTime(f *replay.File, t game.Tick) time.Duration {
	return time.Duration(t-f.Head.First) * time.Second / game.TickRate
}

// clock writes a time as h:mm:ss, without hours that there are not.
func clock(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// tenths writes a time as clock does, with tenths of a second.
func tenths(d time.Duration) string { return fmt.Sprintf("%s.%d", clock(d), d/(time.Second/10)%10) }

// cast is who is in a match, as its notes tell.
type cast struct {
	notes  []replay.Note // that are still to come
	roster []proto.Pilot
}

func castOf(f *replay.File) *cast { return &cast{notes: f.Notes} }

// at goes on to a tick.
func (c *cast) at(t game.Tick) *cast {
	for ; len(c.notes) > 0 && c.notes[0].Tick <= t; c.notes = c.notes[1:] {
		c.roster = c.notes[0].Apply(c.roster)
	}
	return c
}

// inSlot returns the name of the pilot in a slot, or its number.
func (c *cast) inSlot(slot uint8) string {
	for i := range c.roster {
		if c.roster[i].Slot == slot {
			return c.roster[i].Name
		}
	}
	return fmt.Sprintf("slot %d", slot)
}

// called returns the name of the pilot with an id.
func (c *cast) called(id uint16) string {
	for i := range c.roster {
		if c.roster[i].ID == id {
			return c.roster[i].Name
		}
	}
	return ""
}
