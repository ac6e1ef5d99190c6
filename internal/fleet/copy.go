package fleet

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"dogfight/net/admission"
	"dogfight/sys"
)

// Copy is what a host or a door has of the registry: the last that it heard, kept in a folder for when there is no hub. Its methods
// may be called from any goroutine, and never wait for the bus.
type Copy struct {
	folder string
	log    *slog.Logger

	telling sync.Mutex // one list of bans is told at a time, and mu is free meanwhile: who is told may ask

	mu       sync.Mutex
	bans     BanList
	older    *heardBans // of the same database, the last that was heard; nil: none
	links    []Link
	linksOf  string              // the database they are of
	together map[string][]string // keys that belong to a key, and itself
	told     func([]admission.Ban)
	unlinked func(one, other string) // see OnUnlinked
}

// heardBans is a list, with its bytes, and when it was heard.
type heardBans struct {
	BanList
	text []byte
	at   time.Time
}

const (
	bansFile  = "bans.json"
	linksFile = "keys.json"
	// mostKept is how many links a host holds, each in some 150 bytes.
	mostKept = 200_000
	mostFile = 64 << 20

	// linksPause is how often links are asked for. They are no hurry: who links two keys is one player before, too.
	linksPause = time.Minute
	askTime    = 5 * time.Second

	// olderPatience is how long an older list must stand in the directory to be taken. A server that is behind tells one for a moment.
	olderPatience = 30 * time.Second
)

// OpenCopy returns the copy in a folder. Without a file it is empty; one that is damaged is reported, and as none.
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

// read returns a file of the folder, nil if it is not there.
func (c *Copy) read(name string) ([]byte, error) {
	text, err := sys.ReadFile(filepath.Join(c.folder, name), mostFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// OnBans has a function told the bans that hold, now and whenever they change.
func (c *Copy) OnBans(told func([]admission.Ban)) {
	c.telling.Lock()
	defer c.telling.Unlock()
	c.mu.Lock()
	c.told = told
	list := c.bans.parsed()
	c.mu.Unlock()
	told(list)
}

// OnUnlinked sets a function that is called for each two keys that an operator has unlinked, before Follow.
func (c *Copy) OnUnlinked(unlinked func(one, other string)) { c.unlinked = unlinked }

// parsed returns the bans as a host goes by them.
func (l *BanList) parsed() (list []admission.Ban) {
	for _, b := range l.Bans {
		one, err := admission.ParseBan(b.What)
		if err != nil {
			continue // which Parse has seen to
		}
		one.Comment = b.Comment
		list = append(list, one)
	}
	return list
}

// Version returns those of the bans and of the links that the copy has; 0 for none.
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

// KeysOf returns all keys of the player who has one, that one first.
func (c *Copy) KeysOf(identity string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if all := c.together[identity]; all != nil {
		i := slices.Index(all, identity)
		return append([]string{identity}, slices.Concat(all[:i], all[i+1:])...)
	}
	return []string{identity}
}

// Follow keeps the copy up to date until ctx is done.
func (c *Copy) Follow(ctx context.Context, f Fleet) error {
	stop, err := f.Watch(Bans, func(change Change) {
		if change.Key == BansKey && !change.Gone {
			c.takeBans(change.Value)
		}
	})
	if err != nil {
		return err
	}
	defer stop()
	for ctx.Err() == nil {
		c.takeOlder(time.Now())
		more, err := c.AskLinks(ctx, f)
		if err != nil {
			c.log.Debug("the fleet's linked keys", "err", err) // the copy serves meanwhile
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

// takeBans takes a list if it is of another database than the copy, or newer.
func (c *Copy) takeBans(b []byte) {
	list, err := ParseRecord[BanList](b)
	if err != nil {
		c.log.Warn("a list of bans that came is not taken", "err", err)
		return
	}
	c.telling.Lock()
	defer c.telling.Unlock()
	c.mu.Lock()
	c.older = nil
	if list.ID == c.bans.ID && list.Version <= c.bans.Version {
		if list.Version < c.bans.Version {
			c.older = &heardBans{list, b, time.Now()}
		}
		c.mu.Unlock()
		return
	}
	c.mu.Unlock()
	c.goBy(list, b)
}

// takeOlder takes an older list that still stands: the database was restored together with the directory.
func (c *Copy) takeOlder(now time.Time) {
	c.telling.Lock()
	defer c.telling.Unlock()
	c.mu.Lock()
	older := c.older
	c.mu.Unlock()
	if older != nil && now.Sub(older.at) >= olderPatience {
		c.log.Warn("the fleet's bans are older than they were: they are taken", "version", older.Version)
		c.goBy(older.BanList, older.text)
	}
}

// goBy has a list hold. Telling is locked.
func (c *Copy) goBy(list BanList, text []byte) {
	c.mu.Lock()
	c.bans, c.older = list, nil
	told := c.told
	c.mu.Unlock()
	if err := sys.ReplaceFile(filepath.Join(c.folder, bansFile), text); err != nil {
		c.log.Warn("the fleet's bans cannot be kept on the disk", "err", err)
	}
	if told != nil {
		told(list.parsed())
	}
}
