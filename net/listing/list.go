package listing

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/net/webd"
)

const (
	// life is how long a host is listed after its last announcement.
	life = 3 * announceEvery
	// maxSkew is the difference between the clocks of a host and a list.
	maxSkew = time.Minute
	// The most places of the list, of an address and of a key.
	maxMatches, maxOfSite, maxOfKey = 2048, 8, 8
	// rate is the number of announcements a second in all, and rateOfSite that of an address.
	rate, rateOfSite = 128, 4

	maxAnnouncement = 8 << 10 // bytes
)

var errRepeated = errors.New("the announcement is repeated")

// List is a public list, as an http.Handler. NewList returns one.
type List struct {
	// Static after construction.
	now       func() time.Time
	probeTime time.Duration // for a host to answer

	mu                sync.Mutex
	share             *admission.FairShare
	places            map[place]*entry
	accepted, refused uint64 // announcements
}

// place identifies a host: a key may have several, at different ports.
type place struct {
	key  string // fingerprint of the certificate
	port uint16
}

// entry is a host.
type entry struct {
	site  netip.Prefix
	time  int64     // of the latest announcement
	seen  time.Time // when that arrived
	match lan.Match // without an Address before the first answer
}

// NewList returns an empty list.
func NewList() *List {
	return &List{now: time.Now, probeTime: 4 * time.Second, share: admission.NewFairShare(rate, rateOfSite), places: map[place]*entry{}}
}

func (l *List) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method + " " + r.URL.Path {
	case http.MethodPost + " " + announcePath:
		err := l.announce(r)
		l.count(err == nil)
		if err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
		}
	case http.MethodGet + " " + listPath:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		json.NewEncoder(w).Encode(page{l.matches(filterOf(r.URL.Query()))})
	default:
		http.NotFound(w, r)
	}
}

func (l *List) count(accepted bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if accepted {
		l.accepted++
	} else {
		l.refused++
	}
}

// Counts returns the number of listed matches, and of the announcements that were accepted and refused.
func (l *List) Counts() (listed int, accepted, refused uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.places), l.accepted, l.refused
}

// announce lists the host of an announcement once it has answered, or returns the reason why not, which is the same whatever else
// answers there.
func (l *List) announce(r *http.Request) error {
	from := netip.MustParseAddrPort(r.RemoteAddr).Addr().Unmap()
	l.mu.Lock()
	admitted := l.share.Allow(admission.Site(from), l.now())
	l.mu.Unlock()
	if !admitted {
		return errors.New("too many announcements at a time")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxAnnouncement))
	if err != nil {
		return err
	}
	a, err := openAnnouncement(body)
	if err != nil {
		return err
	}
	p := place{link.Fingerprint(a.Certificate), a.Port}
	if a.Ended {
		return l.end(p, a.Time)
	}
	was, err := l.take(p, admission.Site(from), a.Time)
	if err != nil {
		return err
	}
	at := netip.AddrPortFrom(from, a.Port).String()
	ctx, cancel := context.WithTimeout(r.Context(), l.probeTime)
	defer cancel()
	host, err := net.Ask(ctx, link.DialTLS(at, link.OnlyHost(p.key)))
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.places[p]
	if err != nil || host.Closing {
		if e != nil && e.time == a.Time { // the latest
			l.giveBack(p, e, was)
		}
		return fmt.Errorf("the host must take players at %s, TCP and UDP, and the list cannot join it there", at)
	}
	if e != nil {
		e.match = lan.Match{Address: at, Info: *host.Info, Password: a.Password}
	}
	return nil
}

// take takes a place for a host that announced itself at a time, or renews it, and returns the entry that was there before.
func (l *List) take(p place, site netip.Prefix, at int64) (was entry, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.expire(now)
	if skew := now.Sub(time.UnixMilli(at)).Abs(); skew > maxSkew {
		return was, fmt.Errorf("the clocks of host and list must differ by at most %v, got %v", maxSkew, skew.Round(time.Second))
	}
	e := l.places[p]
	if e == nil || e.site != site {
		ofKey, ofSite := 0, 0
		for other, o := range l.places {
			if other.key == p.key && other != p {
				ofKey++
			}
			if o.site == site {
				ofSite++
			}
		}
		if len(l.places) >= maxMatches || ofKey >= maxOfKey || ofSite >= maxOfSite {
			return was, errors.New("the list is full, or has as many hosts of this key or address as it may")
		}
	}
	if e == nil {
		e = &entry{}
		l.places[p] = e
	}
	if at <= e.time {
		return was, errRepeated
	}
	was = *e
	e.site, e.time, e.seen = site, at, now
	return was, nil
}

// end ends the place of a host that has ended after its latest announcement.
func (l *List) end(p place, at int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.places[p]; e == nil || at <= e.time {
		return errRepeated
	}
	delete(l.places, p)
	return nil
}

// giveBack ends the place of a host that does not answer. If the announcement came from another address than before, a stranger may have
// sent it on, so the host keeps its place at the address where it answered. The caller holds mu.
func (l *List) giveBack(p place, e *entry, was entry) {
	if was.match.Address == "" || was.site == e.site {
		delete(l.places, p)
		return
	}
	e.site, e.seen = was.site, was.seen
}

// expire removes hosts without a recent announcement. The caller holds mu.
func (l *List) expire(now time.Time) {
	maps.DeleteFunc(l.places, func(_ place, e *entry) bool { return now.Sub(e.seen) >= life })
}

// matches returns the listed matches that pass a filter, the fullest first.
func (l *List) matches(filter Filter) []Match {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.expire(l.now())
	all := []Match{}
	for p, e := range l.places {
		if e.match.Address != "" && filter.Selects(&e.match) {
			all = append(all, Match{e.match.Address, p.key, MatchInfoOf(&e.match.Info), e.match.Password})
		}
	}
	slices.SortFunc(all, func(a, b Match) int { return cmp.Or(b.Players-a.Players, cmp.Compare(a.Address, b.Address)) })
	return all
}

// Server serves a list. The caller must Close it.
type Server struct {
	*webd.Server
	List *List
}

// Listen serves an empty list at an address: by HTTPS with a certificate, which is in two files, or by HTTP without.
func Listen(addr, certificate, key string, log *slog.Logger) (*Server, error) {
	list := NewList()
	conf := webd.Config{
		Limits: admission.Limits{Total: 4 * maxMatches}, Log: log,
		Origins: admission.Origins{admission.AnyOrigin}, // the list is the same for everybody
		Pages:   list,
		Play:    func(context.Context, *webd.Terminal) error { return errors.New("this is a list of matches") },
	}
	if certificate != "" {
		files, err := webd.ReadCertificate(certificate, key, log)
		if err != nil {
			return nil, err
		}
		conf.TLS = files.TLS()
	}
	web, err := webd.Listen(addr, conf)
	return &Server{web, list}, err
}
