package hub

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/records"
	"dogfight/proto"
	"dogfight/sys"
)

// scoreLife is the life of cached scores.
const scoreLife = 2 * time.Second

// serve answers questions until stop is called.
func (r *Records) serve(ctx context.Context, nc *nats.Conn) (stop func(), err error) {
	f, err := overnats.Over(nc)
	if err != nil {
		return nil, err
	}
	stops := []func(){f.Close}
	stop = func() {
		for _, stop := range stops {
			stop()
		}
	}
	for subject, answer := range map[string]func([]byte) ([]byte, error){
		fleet.RatingsSubject: r.answerRatings,
		fleet.ScoresSubject:  r.answerScores,
		fleet.KeysSubject:    r.answerKeys,
		fleet.BansSubject:    func(b []byte) ([]byte, error) { return r.answerBans(ctx, f, b) },
	} {
		end, err := r.answer(nc, subject, answer)
		if err != nil {
			stop()
			return nil, err
		}
		stops = append(stops, end)
	}
	if _, err := r.publishBans(ctx, f); err != nil { // the directory may have bans of another database
		stop()
		return nil, fmt.Errorf("bans: %w", err)
	}
	return stop, nil
}

// waiting is the queue of questions of a kind; more are not answered.
const waiting = 1024

// answer subscribes one of the hubs to the questions on a subject. It handles one at a time.
func (r *Records) answer(nc *nats.Conn, subject string, answer func([]byte) ([]byte, error)) (stop func(), err error) {
	asks, err := nc.QueueSubscribe(subject, durable, func(m *nats.Msg) {
		defer sys.Restore()
		if !overnats.Answerable(m.Reply) { // a delivery from a stream, or a reply subject that the asker may not write to
			return
		}
		text, err := answer(m.Data)
		if err != nil {
			r.outside.Log(slog.LevelWarn, "not answered", "subject", subject, "err", err)
			text = nil
		}
		if text != nil {
			m.Respond(text)
		}
	})
	if err != nil {
		return nil, err
	}
	asks.SetPendingLimits(waiting, -1)
	return func() { asks.Unsubscribe() }, nil
}

func (r *Records) answerRatings(b []byte) ([]byte, error) {
	ask, err := fleet.ParseRecord[fleet.RatingsAsk](b)
	if err != nil {
		return nil, err
	}
	answer := fleet.Ratings{Ratings: make([]fleet.Rating, len(ask.Identities))}
	for i, identity := range ask.Identities {
		rating, known, err := r.store.RatingOf(r.registry.keysOf(identity))
		if err != nil {
			return nil, err
		}
		if known {
			answer.Ratings[i] = fleet.Rating{Value: rating.Value, Deviation: rating.Deviation}
		}
	}
	return fleet.AppendRecord(nil, &answer)
}

func (r *Records) answerScores(b []byte) ([]byte, error) {
	ask, err := fleet.ParseRecord[fleet.ScoresAsk](b)
	if err != nil {
		return nil, err
	}
	all, err := r.scores.Get()
	if err != nil {
		return nil, err
	}
	answer := fleet.Scores{Scores: *all}
	answer.Pilots = answer.Pilots[:min(ask.Limit, len(answer.Pilots))]
	answer.Matches = answer.Matches[:min(ask.Limit, len(answer.Matches))]
	return fleet.AppendRecord(nil, &answer)
}

// readScores reads as many scores as a client may request.
func (r *Records) readScores() (*records.Scores, error) {
	all, err := r.store.Scores(fleet.MostScores)
	if err == nil {
		removeIllegible(all)
	}
	return all, err
}

// removeIllegible removes pilots and matches with illegible names, which earlier versions recorded.
func removeIllegible(s *records.Scores) {
	illegible := func(name string) bool { return !proto.Legible(name, fleet.LongestName) }
	s.Pilots = slices.DeleteFunc(s.Pilots, func(p records.Standing) bool { return illegible(p.Name) || illegible(p.Identity) })
	s.Matches = slices.DeleteFunc(s.Matches, func(m records.Played) bool { return slices.ContainsFunc(append(m.Winners, m.Arena, m.Mode), illegible) })
}

func (r *Records) answerKeys(b []byte) ([]byte, error) {
	ask, err := fleet.ParseRecord[fleet.LinksAsk](b)
	if err != nil {
		return nil, err
	}
	answer := fleet.Links{}
	if answer.ID, err = r.registry.id(); err != nil {
		return nil, err
	}
	if answer.Links, err = r.registry.linksAfter(ask.After); err != nil {
		return nil, err
	}
	if ask.After == 0 {
		if answer.Unlinked, err = r.registry.unlinked(); err != nil {
			return nil, err
		}
	}
	if answer.Last, err = r.registry.lastLink(); err != nil { // read after the links, so that none of them is missing
		return nil, err
	}
	return fleet.AppendRecord(nil, &answer)
}

func (r *Records) answerBans(ctx context.Context, f fleet.Fleet, b []byte) ([]byte, error) {
	ask, err := fleet.ParseRecord[fleet.BanAsk](b)
	if err != nil {
		return fleet.AppendRecord(nil, &fleet.BanAnswer{Error: fmt.Sprintf("%.200s", err)})
	}
	answer := fleet.BanAnswer{}
	if err = r.registry.change(&ask); err == nil {
		r.log.Info("bans changed", "ban", ask.Ban, "unban", ask.Unban, "comment", ask.Comment)
	}
	version, failed := r.publishBans(ctx, f) // even without a change: hosts may lack the last one
	if err == nil {
		answer.Version, err = version, failed
	}
	if err != nil {
		answer.Error = fmt.Sprintf("%.200s", err)
	}
	return fleet.AppendRecord(nil, &answer)
}

// publishTime is the limit for writing the bans to the directory.
const publishTime = 8 * time.Second

// publishBans writes the bans to the directory, where hosts watch them, and returns their version.
func (r *Records) publishBans(ctx context.Context, f fleet.Fleet) (version int64, err error) {
	r.listening.Lock()
	defer r.listening.Unlock()
	ctx, cancel := context.WithTimeout(ctx, publishTime)
	defer cancel()
	for {
		// Read the directory first: the database then has the same version or a newer one.
		old, err := f.Get(ctx, fleet.Bans, fleet.BansKey)
		if err != nil && err != fleet.ErrNone {
			return 0, err
		}
		list, err := r.registry.bans()
		if err != nil {
			return 0, err
		}
		if there, err := fleet.ParseRecord[fleet.BanList](old.Value); err == nil && old.Revision != 0 && there.ID == list.ID {
			if there.Version == list.Version {
				return list.Version, nil // another hub was quicker
			}
			if there.Version > list.Version {
				r.log.Warn("the database is an earlier one than the fleet was told of: its bans hold from now on", "told", there.Version, "found", list.Version)
				if err := r.registry.renew(list.ID); err != nil {
					return 0, err
				}
				continue
			}
		}
		text, err := fleet.AppendRecord(nil, &list)
		if err != nil {
			return 0, err
		}
		if _, err = f.Swap(ctx, fleet.Bans, fleet.BansKey, text, old.Revision); err != fleet.ErrStale {
			return list.Version, err
		}
	}
}
