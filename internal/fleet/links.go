package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"dogfight/sys"
)

// mostTogether is how many keys one player may have here: a chain of links is no way to become everybody.
const mostTogether = 16

// AskLinks asks once for the links after the last one, as Follow does each minute, and reports whether there are more.
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
		c.log.Warn("linked keys without a proof are not taken", "links", unproven)
	}
	if c.unlinked != nil {
		for _, pair := range answer.Unlinked {
			c.unlinked(pair[0], pair[1])
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if answer.ID != "" && (answer.ID != c.linksOf || answer.Last < after) { // a database in another place, or a restored one
		c.forgetLinks(answer.ID)
		if after > 0 {
			return true, nil
		}
	}
	if len(answer.Links) == 0 {
		return false, nil
	}
	if answer.Links[0].Version <= after {
		return false, fmt.Errorf("asked for what comes after %d, got %d", after, answer.Links[0].Version)
	}
	for _, l := range answer.Links {
		c.add(l)
	}
	if c.lastLink() < answer.Last {
		return true, nil // written with the last of them
	}
	text, err := json.Marshal(keptLinks{c.linksOf, true, c.links})
	if err != nil {
		return false, err
	}
	return false, sys.ReplaceFile(filepath.Join(c.folder, linksFile), text)
}

// keptLinks is what the file has.
type keptLinks struct {
	ID     string `json:"id"`
	Proven bool   `json:"proven"` // each link was when it came
	Links  []Link `json:"links"`
}

// forgetLinks begins with those of a database.
func (c *Copy) forgetLinks(of string) {
	c.linksOf, c.links, c.together = of, nil, map[string][]string{}
}

// parseLinks reads the file. Links of versions that took them without a proof are dropped.
func (c *Copy) parseLinks(b []byte) (err error) {
	var kept keptLinks
	if err = json.Unmarshal(b, &kept); err != nil || !kept.Proven {
		return err
	}
	if len(kept.Links) > mostKept {
		return fmt.Errorf("must be %d links at most, got %d", mostKept, len(kept.Links))
	}
	c.linksOf = kept.ID
	for part := range slices.Chunk(kept.Links, MostLinks) {
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

// add takes a link into account.
func (c *Copy) add(l Link) {
	if len(c.links) >= mostKept {
		c.links[len(c.links)-1].Version = l.Version // so that the next ones are asked for, and the first ones stay
		return
	}
	c.links = append(c.links, l)
	if l.One != l.Other {
		Join(c.together, l.One, l.Other)
	}
}

// Join notes that two keys are one player's, and with them all that belong to either. Too many are not joined.
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
	if len(all) > mostTogether {
		return
	}
	for _, key := range all {
		together[key] = all
	}
}
