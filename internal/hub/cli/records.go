package cli

import (
	"cmp"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync/atomic"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/hub"
	"dogfight/internal/hub/records"
)

// openRecords has the hub keep records, unless it should not, in which case it returns nil.
func openRecords(f *flags) (*records.Records, error) {
	where := f.records
	if where == "" && f.Cluster != "" {
		f.Log.Warn("no records are kept here: a cluster needs --records postgres://... at all of its hubs, or a file at one of them")
		where = "none"
	}
	if where == "none" {
		return nil, nil
	}
	store, err := records.Open(f.whereRecords())
	if err != nil {
		return nil, err
	}
	config := records.Config{Store: store, Log: f.Log}
	if f.Keys != "" {
		hosts := &hostKeys{log: f.Log}
		f.OnKeys, config.Trusted = hosts.list, hosts.has
	}
	kept, err := records.New(config)
	if err != nil {
		store.Close()
		return nil, err
	}
	f.Services = append(f.Services, hub.Service{Name: "records", Run: kept.Run})
	return kept, nil
}

// newRecords returns the command below which the records are changed.
func newRecords(p *program, f *flags) *cobra.Command {
	c := command.New("records COMMAND", "Take out of the records what should not be there", command.Words{}, func(c *cobra.Command, _ []string) error { return c.Help() })
	unlink := command.New("unlink KEY [flags]", "Take a player's key apart from those that are linked to it", command.Words{Least: 1, Most: 1},
		func(_ *cobra.Command, args []string) error { return p.unlink(f, args[0]) })
	unlink.Long = "Take a player's key (SHA256: and 43 characters) apart from all keys that are linked to it, for good, as when it was stolen. Prints these.\n" +
		"The hub may run meanwhile; hosts follow within two minutes. Matches that were played before stay with the key that they counted for."
	var undo bool
	host := command.New("host KEY [flags]", "List what only one host has told, or undo it", command.Words{Least: 1, Most: 1},
		func(_ *cobra.Command, args []string) error { return p.sentBy(f, args[0], undo) })
	host.Long = "List the matches and linked keys that only the host with this public key has told the hub, as when it was stolen. Take the key out of --keys first.\n" +
		"With --undo they are taken out of scores and links, and ratings go back by as much as these matches have changed them.\n" +
		"Matches that were recorded before hubs noted keys are listed by the host's id, 16 hexadecimal digits, as the hub's log has it."
	host.Flags().BoolVar(&undo, "undo", false, "take them out of the records; the hub may run meanwhile")
	for _, one := range []*cobra.Command{unlink, host} {
		addRecords(one, f)
		c.AddCommand(one)
	}
	return c
}

func (p *program) unlink(f *flags, key string) error {
	pairs, err := records.Unlink(f.whereRecords(), key)
	if err == nil && len(pairs) == 0 {
		err = fmt.Errorf("no key is linked to %s", key)
	}
	for _, pair := range pairs {
		fmt.Fprintf(p.stdout, "unlinked %s %s\n", pair[0], pair[1])
	}
	return err
}

func (p *program) sentBy(f *flags, host string, undo bool) error {
	sent, err := records.SentBy(f.whereRecords(), host, undo)
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
				k.log.Info("a host's key was taken out: \"dogfight-hub records host KEY\" lists what only it has told, and undoes it", "key", key)
			}
		}
	}
}

// has reports whether a key is that of a host.
func (k *hostKeys) has(key string) bool {
	hosts := k.now.Load()
	return hosts != nil && (*hosts)[key]
}
