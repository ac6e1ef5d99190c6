package hub

import (
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/identity"
	"dogfight/internal/records"
	"dogfight/net/admission"
)

// registryTables are the bans and the links between keys, in the database of the records.
type registryTables struct {
	db *records.DB

	mu       sync.Mutex
	linksOf  string              // the id of the database of the links in together
	last     int64               // the version of the latest of these links
	together map[string][]string // see fleet.Join
}

// registryPart is the part of these tables in records.DB.Migrate.
const registryPart = "registry"

var registryMigrations = []records.Migration{{Schema: `CREATE TABLE bans (
		what    TEXT PRIMARY KEY, -- as net/admission writes it
		comment TEXT NOT NULL,
		at      INTEGER NOT NULL -- in seconds since 1970
	) STRICT, WITHOUT ROWID;
	CREATE TABLE ban_versions (
		id      INTEGER PRIMARY KEY, -- 1
		version INTEGER NOT NULL -- of the list: how often it has changed
	) STRICT;
	INSERT INTO ban_versions VALUES (1, 1);
	CREATE TABLE links (
		id    INTEGER PRIMARY KEY, -- its version
		one   TEXT NOT NULL,
		other TEXT NOT NULL,
		UNIQUE (one, other)
	) STRICT;`}, {Schema: `CREATE TABLE database_ids (
		id   INTEGER PRIMARY KEY, -- 1
		text TEXT NOT NULL -- random: versions of bans and links count within it
	) STRICT;`}, {Schema: `DROP TABLE links; -- which hosts were believed without a proof
	CREATE TABLE links (
		id    INTEGER PRIMARY KEY, -- its version
		one   TEXT NOT NULL, -- a player's own key
		other TEXT NOT NULL, -- an SSH key that vouches for it
		proof BLOB NOT NULL, -- the player's certificate, which both have signed
		host  TEXT NOT NULL, -- the key of the host that sent it first
		day   INTEGER NOT NULL, -- when, in days since 1970
		UNIQUE (one, other)
	) STRICT;
	CREATE INDEX links_host ON links (host, day);
	CREATE TABLE unlinked (
		id    INTEGER PRIMARY KEY,
		one   TEXT NOT NULL,
		other TEXT NOT NULL
	) STRICT;
	DELETE FROM database_ids; -- hosts then forget the links that they have
	`}}

func (g *registryTables) open(db *records.DB) error {
	g.db = db
	if err := db.Migrate(registryPart, registryMigrations); err != nil {
		return err
	}
	if _, err := db.Exec(`INSERT INTO database_ids VALUES (1, ?) ON CONFLICT (id) DO NOTHING`, fleet.NewID().String()); err != nil {
		return err
	}
	return g.catchUp()
}

// id returns the id of the database.
func (g *registryTables) id() (id string, err error) {
	err = g.db.QueryRow(`SELECT text FROM database_ids WHERE id = 1`).Scan(&id)
	return id, err
}

// renew gives an older copy of the database a new id, unless another hub did.
func (g *registryTables) renew(old string) error {
	_, err := g.db.Exec(`UPDATE database_ids SET text = ? WHERE id = 1 AND text = ?`, fleet.NewID().String(), old)
	return err
}

// catchUp reads new links from the database. With another id of the database it reads all.
func (g *registryTables) catchUp() error {
	id, err := g.id()
	if err != nil {
		return err
	}
	for {
		g.mu.Lock()
		if g.linksOf != id {
			g.linksOf, g.last, g.together = id, 0, map[string][]string{}
		}
		after := g.last
		g.mu.Unlock()
		links, err := g.linksAfter(after)
		if err != nil || len(links) == 0 {
			return err
		}
		g.mu.Lock()
		for _, l := range links {
			if l.Version > g.last && g.linksOf == id {
				fleet.Join(g.together, l.One, l.Other)
				g.last = l.Version
			}
		}
		g.mu.Unlock()
	}
}

// lastLink returns the highest version of a link in the database.
func (g *registryTables) lastLink() (last int64, err error) {
	err = g.db.QueryRow(`SELECT coalesce(max(id), 0) FROM links`).Scan(&last)
	return last, err
}

// maxProofs is the limit of an answer's proofs in bytes. In base64 they are a third longer.
const maxProofs = 500 << 10

// linksAfter returns the next links after a version, as many as fit into an answer. Links are stored under a lock, so they appear in the order of their
// versions.
func (g *registryTables) linksAfter(version int64) (list []fleet.Link, err error) {
	rows, err := g.db.Query(`SELECT id, one, other, proof FROM links WHERE id > ? ORDER BY id LIMIT ?`, version, fleet.MostLinks)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for bytes := 0; bytes < maxProofs && rows.Next(); {
		var l fleet.Link
		if err := rows.Scan(&l.Version, &l.One, &l.Other, &l.Proof); err != nil {
			return nil, err
		}
		bytes += len(l.Proof) + 200 // with the keys
		list = append(list, l)
	}
	return list, rows.Err()
}

// maxLinksADay limits the links of a host in a day, so that a stolen key cannot fill the copies of all hosts.
const maxLinksADay = 1000

// link stores the links that a player's certificate proves. host is the sender.
func (g *registryTables) link(proof []byte, host string) error {
	key, linked, err := identity.Proven(proof)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnproven, err)
	}
	fresh := g.unknown(key, linked)
	if len(fresh) == 0 {
		return nil
	}
	today := time.Now().Unix() / 86400
	err = g.db.Change(func(tx *records.Tx) error {
		for _, other := range fresh {
			unlinked, sent := 0, 0
			err := tx.QueryRow(`SELECT count(*) FROM unlinked WHERE one = ? AND other = ? OR one = ? AND other = ?`, key, other, other, key).Scan(&unlinked)
			if err == nil {
				err = tx.QueryRow(`SELECT count(*) FROM links WHERE host = ? AND day = ?`, host, today).Scan(&sent)
			}
			if err == nil && unlinked == 0 && sent < maxLinksADay {
				_, err = tx.Exec(`INSERT INTO links (one, other, proof, host, day) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, key, other, proof, host, today)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return g.catchUp()
}

var errUnproven = errors.New("it links keys without a proof")

// unlinked returns the pairs of keys that operators unlinked, latest first.
func (g *registryTables) unlinked() (pairs [][2]string, err error) {
	return pairsOf(g.db.Query(`SELECT one, other FROM unlinked ORDER BY id DESC LIMIT ?`, fleet.MostLinks))
}

// Unlink removes all links of a player's key for good and returns them. Hubs and hosts follow within two minutes.
func Unlink(where, key string) (pairs [][2]string, err error) {
	s, g, err := openTables(where)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	err = g.db.Change(func(tx *records.Tx) (err error) {
		if pairs, err = pairsOf(tx.Query(`DELETE FROM links WHERE one = ? OR other = ? RETURNING one, other`, key, key)); err != nil || len(pairs) == 0 {
			return err
		}
		for _, p := range pairs {
			if _, err := tx.Exec(`INSERT INTO unlinked (one, other) VALUES (?, ?)`, p[0], p[1]); err != nil {
				return err
			}
		}
		return readAgain(tx)
	})
	return pairs, err
}

// Sent lists the results and links that only one host sent.
type Sent struct {
	Matches []string    // ids of results
	Links   [][2]string // of players' keys
}

// maxSent is the maximum of listed matches.
const maxSent = 100_000

// SentBy returns the results and links that only the host with a key sent, and removes them if undo is set.
func SentBy(where, host string, undo bool) (sent Sent, err error) {
	s, g, err := openTables(where)
	if err != nil {
		return sent, err
	}
	defer s.Close()
	if sent.Matches, _, err = s.Results(host, 0, maxSent); err == nil {
		sent.Links, err = pairsOf(g.db.Query(`SELECT one, other FROM links WHERE host = ? ORDER BY id`, host))
	}
	if err != nil || !undo {
		return sent, err
	}
	err = g.db.Change(func(tx *records.Tx) error {
		if _, err := tx.Exec(`DELETE FROM links WHERE host = ?`, host); err != nil {
			return err
		}
		return readAgain(tx)
	})
	return sent, errors.Join(err, s.UndoResults(sent.Matches))
}

// readAgain makes hubs and hosts read all links again.
func readAgain(tx *records.Tx) error {
	_, err := tx.Exec(`UPDATE database_ids SET text = ?`, fleet.NewID().String())
	return err
}

// pairsOf reads rows of two texts.
func pairsOf(rows *sql.Rows, err error) (pairs [][2]string, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p [2]string
		if err := rows.Scan(&p[0], &p[1]); err != nil {
			return nil, err
		}
		pairs = append(pairs, p)
	}
	return pairs, rows.Err()
}

// unknown returns the keys of others without a known link to identity.
func (g *registryTables) unknown(identity string, others []string) (list []string) {
	known := map[string]bool{}
	for _, key := range g.keysOf(identity) {
		known[key] = true
	}
	for _, other := range others {
		if other != "" && !known[other] {
			list = append(list, other)
		}
	}
	return list
}

// keysOf returns all keys of the player with a key, that key first.
func (g *registryTables) keysOf(identity string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := []string{identity}
	for _, key := range g.together[identity] {
		if key != identity {
			list = append(list, key)
		}
	}
	return list
}

// bans returns all bans with the version of the list.
func (g *registryTables) bans() (list fleet.BanList, err error) {
	list.Bans = []fleet.Ban{}
	err = g.db.Change(func(tx *records.Tx) error { // a consistent read
		list.Bans = list.Bans[:0]
		if err := tx.QueryRow(`SELECT version FROM ban_versions WHERE id = 1`).Scan(&list.Version); err != nil {
			return err
		}
		if err := tx.QueryRow(`SELECT text FROM database_ids WHERE id = 1`).Scan(&list.ID); err != nil {
			return err
		}
		rows, err := tx.Query(`SELECT what, comment, at FROM bans ORDER BY at, what`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var b fleet.Ban
			var at int64
			if err := rows.Scan(&b.Target, &b.Comment, &at); err != nil {
				return err
			}
			b.At = time.Unix(at, 0).UTC()
			list.Bans = append(list.Bans, b)
		}
		return rows.Err()
	})
	return list, err
}

// change adds or removes a ban, unless the list would become too long for hosts.
func (g *registryTables) change(ask *fleet.BanAsk) error {
	what, err := admission.ParseBan(ask.Ban + ask.Unban)
	if err != nil {
		return err
	}
	before, err := g.bans()
	if err != nil {
		return err
	}
	if ask.Ban != "" {
		before.Bans = append(before.Bans, fleet.Ban{Target: what.Subject, Comment: ask.Comment, At: time.Now()})
		if _, err := fleet.AppendRecord(nil, &before); err != nil {
			return err
		}
	}
	return g.db.Change(func(tx *records.Tx) error {
		do := func(query string, args ...any) error {
			done, err := tx.Exec(query, args...)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n > 0 {
				return err
			}
			return errNotBanned
		}
		var err error
		if ask.Ban != "" {
			err = do(`INSERT INTO bans VALUES (?, ?, ?) ON CONFLICT (what) DO UPDATE SET comment = excluded.comment`, what.Subject, ask.Comment, time.Now().Unix())
		} else {
			err = do(`DELETE FROM bans WHERE what = ?`, what.Subject)
		}
		if err == nil {
			err = do(`UPDATE ban_versions SET version = version + 1 WHERE id = 1`)
		}
		return err
	})
}

var errNotBanned = errors.New("is not banned by the fleet")
