package fleet

import (
	"context"
	"errors"
)

// ChangeBans bans somebody from a fleet, or lifts a ban, and returns the hub's answer, whose Error is one.
func ChangeBans(ctx context.Context, bus Bus, ask BanAsk) (BanAnswer, error) {
	b, err := AppendRecord(nil, &ask)
	if err != nil {
		return BanAnswer{}, err
	}
	if b, err = bus.Ask(ctx, BansSubject, b); err != nil {
		return BanAnswer{}, err
	}
	answer, err := ParseRecord[BanAnswer](b)
	if err == nil && answer.Error != "" {
		err = errors.New(answer.Error)
	}
	return answer, err
}

// AskScores returns so many of a fleet's best pilots and last matches, at most MostScores.
func AskScores(ctx context.Context, bus Bus, limit int) (*Scores, error) {
	b, err := AppendRecord(nil, &ScoresAsk{min(max(limit, 0), MostScores)})
	if err != nil {
		return nil, err
	}
	if b, err = bus.Ask(ctx, ScoresSubject, b); err != nil {
		return nil, err
	}
	scores, err := ParseRecord[Scores](b)
	return &scores, err
}

// ReadBans returns all bans of a fleet, as the directory has them.
func ReadBans(ctx context.Context, d Directory) (*BanList, error) {
	entry, err := d.Get(ctx, Bans, BansKey)
	if errors.Is(err, ErrNone) {
		return &BanList{}, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := ParseRecord[BanList](entry.Value)
	return &list, err
}
