package hub

import (
	"encoding/json"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
)

// quota bounds the asks of one key at the desk: burst bytes at once, then rate bytes a second. Each ask counts cost bytes more than it has.
// A stolen key must leave room for the others in every stream and bucket, so burst and rate follow from the size of that and from the
// time that its entries live. They are a multiple of the use of a host with 16 matches of 64 players.
type quota struct {
	ask               string // the prefix of the asks
	burst, rate, cost int
}

var quotas = [...]quota{ // the first one that fits counts
	{overnats.DeskPut + "." + fleet.LogSubject, 48 << 20, 32 << 10, 64},
	{overnats.DeskPut + "." + fleet.ResultSubject, 64 << 20, 64 << 10, 512}, // of 1 GB
	{overnats.DeskPut + ".dogfight.replay.", 256 << 20, 16 << 10, 512},      // of 4 GB
	{overnats.DeskPut + ".$KV.dogfight_seats.", 8 << 20, 12 << 10, 128},     // of 64 MB, for an hour
	{"", 4 << 20, 256 << 10, 512},                                           // of 16 MB and more, for 30 s; and of JetStream's queue of 10,000 requests
}

// account is the use that a key makes of the hub.
type account struct {
	limits  [len(quotas)]*rate.Limiter
	watches []string // consumers as STREAM.NAME, the oldest first
}

// mostWatches is how many consumers a key has at most; a host needs two or three, and as many again whenever its connection was lost. A
// stream takes maxConsumers, so that one key cannot use them up.
const mostWatches, maxConsumers = 256, 16384

func newAccount() *account {
	a := &account{}
	for i, q := range quotas {
		a.limits[i] = rate.NewLimiter(rate.Limit(q.rate), q.burst)
	}
	return a
}

// allows reports whether an ask of so many bytes is within its quota, and counts it.
func (a *account) allows(ask string, bytes int) bool {
	for i, q := range quotas {
		if strings.HasPrefix(ask, q.ask) {
			return a.limits[i].AllowN(time.Now(), bytes+q.cost)
		}
	}
	return false
}

// watch notes a consumer, and returns the one that must go for it, or "".
func (a *account) watch(consumer string) (oldest string) {
	a.watches = append(a.watches, consumer)
	if len(a.watches) > mostWatches {
		oldest, a.watches = a.watches[0], a.watches[1:]
	}
	return oldest
}

// watchOf returns the consumer that a request to JetStream creates, or "" if it creates none. The request is refused unless the consumer is
// a watch as members of a fleet have it: one that pushes would deliver anywhere, and one that is durable outlives the key.
func watchOf(api string, ask []byte) (consumer string, ok bool) {
	rest, creates := strings.CutPrefix(api, "CONSUMER.CREATE.")
	if !creates {
		return "", !strings.HasPrefix(api, "CONSUMER.DURABLE.")
	}
	var asked struct {
		Config struct {
			Push      string        `json:"deliver_subject"`
			Durable   string        `json:"durable_name"`
			Forgotten time.Duration `json:"inactive_threshold"`
			InMemory  bool          `json:"mem_storage"`
			Waiting   int           `json:"max_waiting"`
		} `json:"config"`
	}
	err := json.Unmarshal(ask, &asked)
	words := append(strings.SplitN(rest, ".", 3), "")
	c := &asked.Config
	return words[0] + "." + words[1], err == nil && c.Push == "" && c.Durable == "" && c.InMemory && c.Waiting == 0 &&
		c.Forgotten > 0 && c.Forgotten <= overnats.WatchForgotten
}
