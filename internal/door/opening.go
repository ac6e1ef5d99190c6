package door

import (
	"context"

	"dogfight/internal/fleet"
)

// askToOpen asks a host for a match.
func (d *Door) askToOpen(ctx context.Context, o fleet.Opening) (*fleet.Match, error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	return fleet.AskForMatch(ctx, d.fleet, o.Host, &fleet.Ask{Open: &fleet.Open{Mode: o.Mode}})
}
