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

// linkedKeys knows the keys that belong to one player. Proofs that a client brings hold while
// it is connected; they are saved once its player has a seat, or watches.
type linkedKeys struct {
	known   *identity.LinkedKeys
	log     *slog.Logger
	settled chan link.Link // of such players; if it is full, the proofs are saved next time

	mu      sync.Mutex
	brought map[link.Link][]string // keys that vouch for that of a link
}

func openLinkedKeys(path string, log *slog.Logger) (*linkedKeys, error) {
	known, err := identity.OpenLinkedKeys(path)
	if err != nil {
		return nil, err
	}
	return &linkedKeys{known: known, log: log, settled: make(chan link.Link, maxPerLocal), brought: map[link.Link][]string{}}, nil
}

// meet checks the proofs of a new client.
func (k *linkedKeys) meet(l link.Link) {
	proofs := identity.ProofsIn(link.CertificateOf(l))
	if len(proofs) == 0 {
		return
	}
	k.bring(l, k.known.Vouched(l.Identity(), link.SiteOf(l.Remote()), proofs))
}

// vouched returns the key that vouches for a browser's key, or "".
func (k *linkedKeys) vouched(v *webd.Visitor, vouch []byte) string {
	return k.known.VouchedAt(v.Identity, v.Origin, link.SiteOf(v.Remote), vouch)
}

// bring stores the keys that vouch for that of a new client.
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

// of returns all keys of the player with one of them. It does not read files.
func (k *linkedKeys) of(identity string) []string {
	all := k.known.Of(identity)
	if brought := k.broughtBy(identity); len(brought) > 0 {
		all = slices.Clone(all) // it is shared
		for _, key := range brought {
			all = append(all, k.known.Of(key)...) // once they are saved, each knows all the others
		}
		slices.Sort(all)
		all = slices.Compact(all)
	}
	return all
}

// broughtBy returns the keys that vouch for a player's. The link of a settled player may be one of link.As.
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

// proofOf returns the certificate of a connected player if it proves keys that the fleet does not know, or nil.
func (k *linkedKeys) proofOf(identity string, known []string) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	isNew := func(key string) bool { return !slices.Contains(known, key) }
	for l, keys := range k.brought {
		if l.Identity() == identity && slices.ContainsFunc(keys, isNew) {
			return link.CertificateOf(l)
		}
	}
	return nil
}

// settle is net.HostConfig.Settled.
func (k *linkedKeys) settle(l link.Link) {
	select {
	case k.settled <- l:
	default:
	}
}

// run saves the keys of settled players, until ctx is done.
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
