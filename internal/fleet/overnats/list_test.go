package overnats_test

import (
	"fmt"
	"slices"
	"testing"

	"dogfight/internal/fleet"
	"dogfight/internal/hub"
	"dogfight/testkit"
)

func TestAListHasAllEntries(t *testing.T) {
	t.Parallel()
	h := startHub(t, hub.Options{})
	awaitReady(t, h)
	c, ctx := connect(t, "nats://"+h.Addr()), testkit.Context(t)
	if all, err := c.List(ctx, fleet.Hosts); err != nil || len(all) != 0 {
		t.Errorf("an empty list: %v, %v", all, err)
	}
	var want []string
	for i := range 600 { // more than fit into one batch
		key := fmt.Sprintf("h%04d", i)
		want = append(want, key)
		c.Put(ctx, fleet.Hosts, key, []byte("before"))
	}
	c.Put(ctx, fleet.Hosts, want[7], []byte("after"))
	c.Remove(ctx, fleet.Hosts, want[8], 0)
	c.NATS().Publish("$KV.dogfight_hosts.h0009", make([]byte, fleet.MaxValue+1)) // as a client with other rules might
	want = slices.Delete(want, 8, 10)
	all, err := c.List(ctx, fleet.Hosts)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, e.Key)
	}
	if !slices.Equal(got, want) || string(all[7].Value) != "after" {
		t.Errorf("%d entries, expected %d; the changed one is %q", len(got), len(want), all[7].Value)
	}
	if c.Dropped() != 1 {
		t.Errorf("%d were dropped, expected the one that is too long", c.Dropped())
	}
}
