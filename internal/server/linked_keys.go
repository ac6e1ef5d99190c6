package server

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"dogfight/internal/identity"
	"dogfight/net/link"
	"dogfight/net/webd"
)

// linkedKeys tells a host which keys belong to one player. Proofs that a client brings hold for as long as
// it is connected; they are remembered once its player has a seat, or watches.
type linkedKeys struct {
	known *identity.LinkedKeys
	log   *slog.Logger
	// settled are the links of those players; one that does not fit is learnt next time.
	settled chan link.Link

	mu      sync.Mutex
	brought map[link.Link][]string // the keys that vouch for theirs
}

func openLinkedKeys(path string, log *slog.Logger) (*linkedKeys, error) {
	known, err := identity.OpenLinkedKeys(path)
	if err != nil {
		return nil, err
	}
	return &linkedKeys{known: known, log: log, settled: make(chan link.Link, perLocal), brought: map[link.Link][]string{}}, nil
}

// meet looks at the proofs that a new client brings.
func (k *linkedKeys) meet(l link.Link) {
	proofs := identity.ProofsIn(link.CertificateOf(l))
	if len(proofs) == 0 {
		return
	}
	k.bring(l, k.known.Vouched(l.Identity(), link.SiteOf(l.Remote()), proofs))
}

// vouched returns the key that vouches for a browser's, or "".
func (k *linkedKeys) vouched(v *webd.Visitor, vouch []byte) string {
	return k.known.VouchedAt(v.Identity, v.Origin, link.SiteOf(v.Remote), vouch)
}

// bring notes the keys that vouch for the one of a new client.
func (k *linkedKeys) bring(l link.Link, keys []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for other := range k.brought {
		if other.Err() != nil {
			delete(k.brought, other)
		}
	}
	if len(keys) > 0 {
		k.brought[l] = keys
	}
}

// of returns all keys of the player who has one of them. It does not wait for files.
func (k *linkedKeys) of(identity string) []string {
	all := k.known.Of(identity)
	k.mu.Lock()
	defer k.mu.Unlock()
	for l, keys := range k.brought {
		if l.Identity() != identity {
			continue
		}
		all = slices.Clone(all) // not ours to append to
		for _, key := range keys {
			all = append(all, k.known.Of(key)...) // each of which has all the others, once they are remembered
		}
		slices.Sort(all)
		all = slices.Compact(all)
	}
	return all
}

// proofOf returns the certificate of a connected player if it links keys beside those that the fleet knows as the player's, or nil.
func (k *linkedKeys) proofOf(identity string, known []string) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	isNews := func(key string) bool { return !slices.Contains(known, key) }
	for l, keys := range k.brought {
		if l.Identity() == identity && slices.ContainsFunc(keys, isNews) {
			return link.CertificateOf(l)
		}
	}
	return nil
}

// settle is the host's: see net.HostConfig.Settled.
func (k *linkedKeys) settle(l link.Link) {
	select {
	case k.settled <- l:
	default:
	}
}

// run remembers the keys of players who have settled, until ctx is done.
func (k *linkedKeys) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case l := <-k.settled:
			if err := k.known.Learn(l.Identity(), k.broughtBy(l.Identity())); err != nil {
				k.log.Warn(err.Error())
			}
		}
	}
}

// broughtBy returns the keys that vouch for the one of a player. The link of a player who has settled may be one of link.As.
func (k *linkedKeys) broughtBy(identity string) (all []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for l, keys := range k.brought {
		if l.Identity() == identity {
			all = append(all, keys...)
		}
	}
	return all
}
