package door

import (
	"context"
	"errors"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/placing"
)

var errOtherHost = errors.New("the host opened a match that is not its own")

// askToOpen asks a host for a match.
func (d *Door) askToOpen(ctx context.Context, o placing.Opening) (*fleet.Match, error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	b, err := d.fleet.Ask(ctx, fleet.AskSubject+o.Host.String(), fleet.Append(nil, &fleet.Ask{Open: &fleet.Open{Mode: o.Mode}}))
	if err != nil {
		return nil, err
	}
	a, err := fleet.Parse[fleet.Answer](b)
	switch {
	case err != nil:
		return nil, err
	case a.Match == nil:
		return nil, errors.New(a.Error)
	case a.Match.Host != o.Host:
		return nil, errOtherHost
	}
	return a.Match, nil
}
