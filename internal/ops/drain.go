package ops

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// drain has the host end with the match, or at once and another go on with that.
func drain(c Console, words []string) ([]string, error) {
	if len(words) > 1 {
		return nil, fmt.Errorf("unexpected argument %q; usage: drain [TIME|--now|--update]", words[1])
	}
	limit := c.DrainLimit
	switch {
	case len(words) == 0:
	case words[0] == "--now":
		limit = 0
	case words[0] == "--update" && c.Leave != nil:
		return nil, errOfFleet
	case words[0] == "--update":
		return told("the host ends, and its match goes on at the one that is started next with --resume", c.Host.Suspend())
	default:
		var err error
		if limit, err = time.ParseDuration(words[0]); err != nil || limit < 0 {
			return nil, fmt.Errorf("must be a time such as 5m, --now or --update, got %q", words[0])
		}
	}
	switch {
	case c.Leave != nil:
		c.Leave(limit)
		return []string{"draining: the host gives its matches to others of the fleet, and ends; those that nobody takes end in " + inWords(limit) + " at the latest"}, nil
	case limit == 0:
		return told("the host ends", c.Host.Drain(0))
	}
	return told("draining: the host takes no new players, and ends with the match, in "+inWords(limit)+" at the latest", c.Host.Drain(limit))
}

// inWords tells a time as it is given.
func inWords(d time.Duration) string {
	text := strings.TrimSuffix(d.String(), "0s")
	if !strings.HasSuffix(text, "m") {
		return d.String()
	}
	if hours, zero := strings.CutSuffix(text, "h0m"); zero {
		return hours + "h"
	}
	return text
}

var (
	errOfFleet = errors.New("a host of a fleet needs no --update: drain gives its matches to others, and nobody loses a seat")
	errGiven   = errors.New("a host of a fleet that was drained has given its matches away: start another")
)

func undrain(c Console, _ []string) ([]string, error) {
	if c.Leave != nil && c.Host.Draining() {
		return nil, errGiven
	}
	return told("the host takes new players again", c.Host.Undrain())
}
