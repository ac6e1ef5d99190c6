package hub_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
	"dogfight/testkit"
)

// The table of stolen keys in SECURITY.md, and the tests of its rows.
//
//	all keys but those of certificates, with programs  e2e/fleets TestAStolenKeyCostsNoSeatAndNoIdentity
//	all keys of a fleet  TestAStolenKeyIsCutOffWhenItIsRemoved; entries that remain: overnats TestEntriesThatAreNotRenewedExpire
//	host, can            TestARoleMayWriteOnlyItsEntries
//	host, cannot         TestARoleCannotChangeOrReadTheStreams, TestARoleCannotEmptyAStream, TestNoKeyReceivesTheAnswersOfOthers,
//	                     TestNoKeyMakesTheBusPublishForIt; records TestAStolenHostKeyGrantsNoIdentityOfAPlayer, TestOnlyOperatorsChangeBans,
//	                     TestLinksThatAHostSendsInADayAreLimited; TestAHostCannotUseTheIDOfTheResultOfAnother; server TestAnInvalidTicketIsRefusedByAHost
//	host, undo           records TestLinksFromAStolenHostKeyAloneAreListedAndUndone, TestAResultByAnUnlistedKeyIsFinallyRefused
//	door                 server TestADoorsTicketsAreGoodUntilTheDoorIsRemoved; TestARoleMayWriteOnlyItsEntries
//	operator             records TestOnlyOperatorsChangeBans, TestABanOfTheFleetReachesHostsAndAppliesWithoutAHub
//	hub                  TestARoleMayWriteOnlyItsEntries; registry TestAHostAcceptsNoLinkWithoutAProofFromItsHub
//	admin                e2e TestListedKeysManageTheHostBySSH
//	player               server TestABanOfTheFleetAppliesInAllRoomsAtOnceUntilItIsLifted
//	linked               records TestKeysThatAnOperatorUnlinksStayApart; server TestAHostForgetsKeysThatAnOperatorHasUnlinked;
//	                     e2e TestAnSSHKeyIsLinkedAndHostsStoreTheLink

// without writes the file of keys without one key.
func (k keyring) without(name string) {
	k.t.Helper()
	text, err := os.ReadFile(k.file())
	if err != nil {
		k.t.Fatal(err)
	}
	var left strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasSuffix(strings.TrimSpace(line), " "+name) {
			left.WriteString(line)
		}
	}
	k.write(left.String())
}

func TestAStolenKeyIsCutOffWhenItIsRemoved(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	k.add("honest", hub.RoleHost)
	h := start(t, hub.Options{Keys: k.file()})
	awaitReady(t, h)
	for _, role := range hub.Roles {
		thief, _, _ := k.dial(h, role)
		again, err := nats.NkeyOptionFromSeed(k.seed(string(role)))
		if err != nil {
			t.Fatal(err)
		}
		k.without(string(role))
		if err := h.Reload(); err != nil {
			t.Fatal(err)
		}
		testkit.Until(t, "a "+string(role)+" is cut off", func() bool { return !thief.IsConnected() })
		if nc, err := nats.Connect(h.URL(), again); !errors.Is(err, nats.ErrAuthorization) {
			nc.Close()
			t.Errorf("a %s reconnects: %v", role, err)
		}
	}
	honest := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("honest")})
	await(t, "another host is connected", honest.Up)
	if _, err := honest.Put(testkit.Context(t), fleet.Hosts, "honest", []byte("a host")); err != nil {
		t.Errorf("another host cannot write: %v", err)
	}
}

// TestAHostCannotUseTheIDOfTheResultOfAnother: a stream drops a message with a known id, and ids of results can be guessed.
func TestAHostCannotUseTheIDOfTheResultOfAnother(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	k.add("thief", hub.RoleHost)
	h := start(t, hub.Options{Keys: k.file()})
	awaitReady(t, h)
	ctx, reader := testkit.Context(t), connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("hub")})
	for _, name := range []string{"thief", "host"} {
		c := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed(name)})
		await(t, name+" is connected", func() bool { return c.Up() && reader.Up() })
		var stored []string
		for range 2 { // the second is a repetition
			if err := c.Store(ctx, fleet.ResultSubject+name, "match-1", []byte(name)); err != nil {
				t.Fatal(err)
			}
		}
		if err := reader.Stored(ctx, fleet.ResultSubject+name, func(b []byte) { stored = append(stored, string(b)) }); err != nil || len(stored) != 1 {
			t.Errorf("the stream has %q of the %s, expected one: %v", stored, name, err)
		}
	}
}
