package cli

import (
	"cmp"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/hub"
	"dogfight/sys"
)

// openRecords has the hub keep records, unless it should not, in which case it returns nil.
func openRecords(f *flags) (*hub.Records, error) {
	where := f.records
	if where == "" && f.Cluster != "" {
		f.Log.Warn("no records are kept here: a cluster needs --records postgres://... at all of its hubs, or a file at one of them")
		where = "none"
	}
	if where == "none" {
		return nil, nil
	}
	if strings.Contains(where, "://") && !hub.InPostgreSQL(where) {
		return nil, command.Usagef("--records: must be a file, or a URL such as postgres://user@host/database") // it may have a password
	}
	if f.Cluster != "" && !hub.InPostgreSQL(where) {
		f.Log.Warn("the records are in a file of this hub alone: while it is away, results wait and bans cannot change; a cluster had better have --records postgres://... at all of its hubs", "records", where)
	}
	store, err := hub.OpenRecords(f.whereRecords())
	if err != nil {
		return nil, err
	}
	config := hub.RecordsConfig{Store: store, Log: f.Log}
	if f.Keys != "" {
		hosts := &hostKeys{log: f.Log}
		f.OnKeys, config.Trusted = hosts.list, hosts.has
	}
	kept, err := hub.NewRecords(config)
	if err != nil {
		store.Close()
		return nil, err
	}
	f.Services = append(f.Services, hub.Service{Name: "records", Run: kept.Run})
	return kept, nil
}

// newRecords returns the command with the subcommands that change records.
func newRecords(p *program, f *flags) *cobra.Command {
	c := command.New("records COMMAND", "Remove links of keys, or the results of one host", command.Words{}, func(c *cobra.Command, _ []string) error { return c.Help() })
	unlink := command.New("unlink KEY [flags]", "Remove all links of a player's key", command.Words{Least: 1, Most: 1},
		func(_ *cobra.Command, args []string) error { return p.unlink(f, args[0]) })
	unlink.Long = "Remove all links of a player's key (SHA256: and 43 characters) for good, for example when the key was stolen, and print them.\n" +
		"The hub may run meanwhile; hosts follow within two minutes. Earlier matches still count for the key that they were recorded under."
	var undo bool
	host := command.New("host KEY [flags]", "List the matches and links that only one host has sent, or remove them", command.Words{Least: 1, Most: 1},
		func(_ *cobra.Command, args []string) error { return p.sentBy(f, args[0], undo) })
	host.Long = "List the matches and linked keys that only the host with this public key has sent, for example when the key was stolen.\n" +
		"Remove the key from --keys first. --undo removes the matches from scores and ratings, and the links.\n" +
		"Matches recorded by earlier versions are under the host's id, 16 hexadecimal digits, which is in the hub's log."
	host.Flags().BoolVar(&undo, "undo", false, "remove them; the hub may run meanwhile")
	for _, one := range []*cobra.Command{unlink, host} {
		addRecords(one, f, p.folder())
		c.AddCommand(one)
	}
	return c
}

func (p *program) unlink(f *flags, key string) error {
	pairs, err := sys.Await(func() ([][2]string, error) { return hub.Unlink(f.whereRecords(), key) })
	if err == nil && len(pairs) == 0 {
		err = fmt.Errorf("no key is linked to %s", key)
	}
	for _, pair := range pairs {
		fmt.Fprintf(p.stdout, "unlinked %s %s\n", pair[0], pair[1])
	}
	return err
}

func (p *program) sentBy(f *flags, host string, undo bool) error {
	sent, err := sys.Await(func() (hub.Sent, error) { return hub.SentBy(f.whereRecords(), host, undo) })
	if err != nil {
		return err
	}
	for _, id := range sent.Matches {
		fmt.Fprintf(p.stdout, "match %s\n", id)
	}
	for _, pair := range sent.Links {
		fmt.Fprintf(p.stdout, "link %s %s\n", pair[0], pair[1])
	}
	return nil
}

// whereRecords returns where the records are if nothing says that there are none.
func (f *flags) whereRecords() string { return cmp.Or(f.records, filepath.Join(f.Data, "records.db")) }

// hostKeys are the keys of hosts, as the hub has read them.
type hostKeys struct {
	log *slog.Logger
	now atomic.Pointer[map[string]bool]
}

// list takes keys in place of those that were listed.
func (k *hostKeys) list(keys []hub.Key) {
	hosts := map[string]bool{}
	for _, key := range keys {
		if key.Role == hub.RoleHost || key.Role == hub.RoleHub {
			hosts[key.Public] = true
		}
	}
	if old := k.now.Swap(&hosts); old != nil {
		for key := range *old {
			if !hosts[key] {
				k.log.Info("a host's key was removed: \"dogfight-hub records host KEY\" lists its matches and links, --undo removes them", "key", key)
			}
		}
	}
}

// has reports whether a key is that of a host.
func (k *hostKeys) has(key string) bool {
	hosts := k.now.Load()
	return hosts != nil && (*hosts)[key]
}
