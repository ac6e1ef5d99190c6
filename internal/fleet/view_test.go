package fleet_test

import (
	"testing"
	"testing/synctest"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
)

func watch(t *testing.T, f fleet.Fleet) *fleet.View {
	t.Helper()
	v, err := fleet.WatchView(f, fleet.Hosts, fleet.Matches, fleet.Doors)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func put(t *testing.T, f fleet.Fleet, kind fleet.Kind, id fleet.ID, v fleet.Value) {
	t.Helper()
	if _, err := f.Put(t.Context(), kind, id.String(), fleet.Append(nil, v)); err != nil {
		t.Fatal(err)
	}
}

func TestAViewHasTheEntriesOfTheDirectory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		put(t, f, fleet.Hosts, 2, &fleet.Host{ID: 2, Address: "b:1", Fingerprint: "SHA256:x"})
		v := watch(t, f)
		defer v.Close()
		put(t, f, fleet.Hosts, 1, &fleet.Host{ID: 1, Address: "a:1", Fingerprint: "SHA256:x"})
		put(t, f, fleet.Matches, 3, &fleet.Match{ID: 3, Host: 1, Epoch: 1, Address: "a:1", Fingerprint: "SHA256:x"})
		synctest.Wait()
		if hosts := v.Hosts(); len(hosts) != 2 || hosts[0].ID != 1 || hosts[1].ID != 2 {
			t.Errorf("hosts: %+v", hosts)
		}
		if m, ok := v.Match(3); !ok || m.Host != 1 || len(v.Matches()) != 1 {
			t.Errorf("match: %+v, %v", m, ok)
		}
		f.Remove(t.Context(), fleet.Matches, fleet.ID(3).String(), 0)
		synctest.Wait()
		if _, ok := v.Match(3); ok {
			t.Error("a match is there that was removed")
		}
	})
}

func TestAViewForgetsEntriesThatAreNotRenewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := watch(t, fleettest.NewLocal())
		defer v.Close()
		e := fleet.Entry{Key: fleet.ID(1).String(), Value: fleet.Append(nil, &fleet.Host{ID: 1, Address: "a:1", Fingerprint: "SHA256:x"}), Revision: 1}
		v.ApplyHost(fleet.Change{Entry: e})
		time.Sleep(fleet.Hosts.Life() - time.Second)
		if _, ok := v.Host(1); !ok {
			t.Error("a host is forgotten too early")
		}
		v.ApplyHost(fleet.Change{Entry: e}) // repeated by a bus that was away: not a sign of life
		time.Sleep(2 * time.Second)
		if _, ok := v.Host(1); ok || len(v.Hosts()) != 0 {
			t.Error("a host is never removed")
		}
	})
}

func TestInvalidEntriesAreDroppedAndCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		v := watch(t, f)
		defer v.Close()
		f.Put(t.Context(), fleet.Hosts, "nobody", []byte("{}"))
		put(t, f, fleet.Hosts, 1, &fleet.Host{ID: 2, Address: "a:1", Fingerprint: "SHA256:x"}) // in another's name
		f.Put(t.Context(), fleet.Matches, fleet.ID(1).String(), []byte(`{"id":"0000000000000001","epoch":0}`))
		synctest.Wait()
		if v.Dropped() != 3 || len(v.Hosts()) != 0 || len(v.Matches()) != 0 {
			t.Errorf("dropped %d, hosts %v, matches %v", v.Dropped(), v.Hosts(), v.Matches())
		}
	})
}
