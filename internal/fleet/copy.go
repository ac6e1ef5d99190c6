package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"dogfight/net/admission"
	"dogfight/sys"
)

// Copy is a host's or door's copy of the registry, in memory and in a folder for times without a hub. Methods are safe for concurrent use and never wait
// for the bus.
type Copy struct {
	folder string
	log    *slog.Logger

	applying sync.Mutex // one list of bans at a time; mu is free meanwhile, as onBans may call methods

	mu       sync.Mutex
	bans     BanList
	older    *olderBans // the latest older list of the same database; nil: none
	links    []Link
	linksOf  string              // the id of their database
	together map[string][]string // all keys of the player with a key
	onBans   func([]admission.Ban)
	unlinked func(one, other string) // see OnUnlinked
}

// olderBans is a list with its bytes and time of arrival.
type olderBans struct {
	BanList
	text []byte
	at   time.Time
}

const (
	bansFile  = "bans.json"
	linksFile = "keys.json"
	// maxLinks is the maximum of links in a copy, each of about 150 bytes.
	maxLinks = 200_000
	maxFile  = 64 << 20

	// linksPause is the interval of requests for links, which are not urgent.
	linksPause = time.Minute
	askTime    = 5 * time.Second

	// olderPatience is the time until an older list in the directory is accepted. A replica that is behind may deliver one briefly.
	olderPatience = 30 * time.Second
)

// OpenCopy returns the copy in a folder. It is empty without a file, or with a damaged one, which is logged.
func OpenCopy(folder string, log *slog.Logger) *Copy {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	c := &Copy{folder: folder, log: log, together: map[string][]string{}}
	if b, err := c.read(bansFile); err != nil {
		log.Warn("the copy of the fleet's bans cannot be read", "err", err)
	} else if b != nil {
		if c.bans, err = ParseRecord[BanList](b); err != nil {
			log.Warn("the copy of the fleet's bans is damaged", "err", err)
		}
	}
	b, err := c.read(linksFile)
	if err == nil && len(b) > 0 {
		err = c.parseLinks(b)
	}
	if err != nil {
		c.forgetLinks("")
		log.Warn("the copy of the fleet's linked keys is damaged", "err", err)
	}
	return c
}

// read returns a file of the folder, or nil if it does not exist.
func (c *Copy) read(name string) ([]byte, error) {
	text, err := sys.ReadFile(filepath.Join(c.folder, name), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// OnBans passes the bans to do, now and after each change.
func (c *Copy) OnBans(do func([]admission.Ban)) {
	c.applying.Lock()
	defer c.applying.Unlock()
	c.mu.Lock()
	c.onBans = do
	list := c.bans.parsed()
	c.mu.Unlock()
	do(list)
}

// OnUnlinked sets the function that is called for each pair of keys that an operator unlinked. Call it before Follow.
func (c *Copy) OnUnlinked(do func(one, other string)) { c.unlinked = do }

// parsed returns the bans as a host uses them.
func (l *BanList) parsed() (list []admission.Ban) {
	for _, b := range l.Bans {
		one, err := admission.ParseBan(b.Target)
		if err != nil {
			continue // ParseRecord checked it
		}
		one.Comment = b.Comment
		list = append(list, one)
	}
	return list
}

// Version returns the versions of bans and links; 0 for none.
func (c *Copy) Version() (bans, links int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bans.Version, c.lastLink()
}

func (c *Copy) lastLink() int64 {
	if len(c.links) == 0 {
		return 0
	}
	return c.links[len(c.links)-1].Version
}

// KeysOf returns all keys of the player with a key, that key first.
func (c *Copy) KeysOf(identity string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if all := c.together[identity]; all != nil {
		i := slices.Index(all, identity)
		return append([]string{identity}, slices.Concat(all[:i], all[i+1:])...)
	}
	return []string{identity}
}

// Follow updates the copy until ctx is done.
func (c *Copy) Follow(ctx context.Context, f Fleet) error {
	stop, err := f.Watch(Bans, func(change Change) {
		if change.Key == BansKey && !change.Removed {
			c.acceptBans(change.Value)
		}
	})
	if err != nil {
		return err
	}
	defer stop()
	for ctx.Err() == nil {
		c.acceptOlder(time.Now())
		more, err := c.AskLinks(ctx, f)
		if err != nil {
			c.log.Debug("the fleet's linked keys", "err", err) // the copy remains
		}
		if more {
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(linksPause):
		}
	}
	return nil
}

// acceptBans accepts a list of another database, or a newer one.
func (c *Copy) acceptBans(b []byte) {
	list, err := ParseRecord[BanList](b)
	if err != nil {
		c.log.Warn("a list of bans is refused", "err", err)
		return
	}
	c.applying.Lock()
	defer c.applying.Unlock()
	c.mu.Lock()
	c.older = nil
	if list.ID == c.bans.ID && list.Version <= c.bans.Version {
		if list.Version < c.bans.Version {
			c.older = &olderBans{list, b, time.Now()}
		}
		c.mu.Unlock()
		return
	}
	c.mu.Unlock()
	c.apply(list, b)
}

// acceptOlder accepts an older list after olderPatience: the database was restored together with the directory.
func (c *Copy) acceptOlder(now time.Time) {
	c.applying.Lock()
	defer c.applying.Unlock()
	c.mu.Lock()
	older := c.older
	c.mu.Unlock()
	if older != nil && now.Sub(older.at) >= olderPatience {
		c.log.Warn("the fleet's bans are older than before: accepted", "version", older.Version)
		c.apply(older.BanList, older.text)
	}
}

// apply makes a list current. The caller holds applying.
func (c *Copy) apply(list BanList, text []byte) {
	c.mu.Lock()
	c.bans, c.older = list, nil
	onBans := c.onBans
	c.mu.Unlock()
	if err := sys.ReplaceFile(filepath.Join(c.folder, bansFile), text); err != nil {
		c.log.Warn("the fleet's bans cannot be saved", "err", err)
	}
	if onBans != nil {
		onBans(list.parsed())
	}
}

// maxTogether is the maximum of keys of one player, so a chain of links cannot join all players.
const maxTogether = 16

// AskLinks requests the links after the latest one, as Follow does each minute, and reports whether there are more.
func (c *Copy) AskLinks(ctx context.Context, f Fleet) (more bool, err error) {
	_, after := c.Version()
	ask, err := AppendRecord(nil, &LinksAsk{After: after})
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	b, err := f.Ask(ctx, KeysSubject, ask)
	if err != nil {
		return false, err
	}
	answer, err := ParseRecord[Links](b)
	if err != nil {
		return false, err
	}
	if unproven := answer.verify(); unproven > 0 {
		c.log.Warn("linked keys without a proof are refused", "links", unproven)
	}
	if c.unlinked != nil {
		for _, pair := range answer.Unlinked {
			c.unlinked(pair[0], pair[1])
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if answer.ID != "" && (answer.ID != c.linksOf || answer.Last < after) { // another database, or a restored one
		c.forgetLinks(answer.ID)
		if after > 0 {
			return true, nil
		}
	}
	if len(answer.Links) == 0 {
		return false, nil
	}
	if answer.Links[0].Version <= after {
		return false, fmt.Errorf("asked for links after %d, got %d", after, answer.Links[0].Version)
	}
	for _, l := range answer.Links {
		c.add(l)
	}
	if c.lastLink() < answer.Last {
		return true, nil // the last answer writes the file
	}
	text, err := json.Marshal(savedLinks{c.linksOf, true, c.links})
	if err != nil {
		return false, err
	}
	return false, sys.ReplaceFile(filepath.Join(c.folder, linksFile), text)
}

// savedLinks is the content of the file.
type savedLinks struct {
	ID     string `json:"id"`
	Proven bool   `json:"proven"` // each link had a proof
	Links  []Link `json:"links"`
}

// forgetLinks drops all links and expects those of a database.
func (c *Copy) forgetLinks(of string) {
	c.linksOf, c.links, c.together = of, nil, map[string][]string{}
}

// parseLinks parses the file. It drops links of earlier versions, which needed no proof.
func (c *Copy) parseLinks(b []byte) (err error) {
	var saved savedLinks
	if err = json.Unmarshal(b, &saved); err != nil || !saved.Proven {
		return err
	}
	if len(saved.Links) > maxLinks {
		return fmt.Errorf("must be %d links at most, got %d", maxLinks, len(saved.Links))
	}
	c.linksOf = saved.ID
	for part := range slices.Chunk(saved.Links, MostLinks) {
		if err := (&Links{Links: part}).check(); err != nil {
			return err
		}
		if part[0].Version <= c.lastLink() {
			return fmt.Errorf("versions must rise, got %d after %d", part[0].Version, c.lastLink())
		}
		for _, l := range part {
			c.add(l)
		}
	}
	return nil
}

// add adds a link.
func (c *Copy) add(l Link) {
	if len(c.links) >= maxLinks {
		c.links[len(c.links)-1].Version = l.Version // so the next ones are requested, and the first ones stay
		return
	}
	c.links = append(c.links, l)
	if l.One != l.Other {
		Join(c.together, l.One, l.Other)
	}
}

// Join makes two keys and all keys of either one player's, up to maxTogether.
func Join(together map[string][]string, one, other string) {
	all := []string{one}
	if known := together[one]; known != nil {
		all = slices.Clone(known)
	}
	others := []string{other}
	if known := together[other]; known != nil {
		others = known
	}
	for _, key := range others {
		if !slices.Contains(all, key) {
			all = append(all, key)
		}
	}
	if len(all) > maxTogether {
		return
	}
	for _, key := range all {
		together[key] = all
	}
}
