package cli

import (
	"cmp"
	"path/filepath"
	"sync/atomic"

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
	store, err := records.Open(cmp.Or(where, filepath.Join(f.Data, "records.db")))
	if err != nil {
		return nil, err
	}
	config := records.Config{Store: store, Log: f.Log}
	if f.Keys != "" {
		hosts := &hostKeys{}
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

// hostKeys are the keys of hosts, as the hub has read them.
type hostKeys struct {
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
	k.now.Store(&hosts)
}

// has reports whether a key is that of a host.
func (k *hostKeys) has(key string) bool {
	hosts := k.now.Load()
	return hosts != nil && (*hosts)[key]
}
