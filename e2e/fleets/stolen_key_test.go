//go:build unix

package fleets

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/fleet"
	"dogfight/internal/identity"
	"dogfight/internal/ops"
	"dogfight/internal/records"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// robbery is a fleet with three players in a match, while keys of others are stolen and revoked, one after another.
type robbery struct {
	*crowd
	keys           *keyedFleet
	robbed, honest *process
	thief          *keyThief // with the robbed host's key
	match          fleet.ID  // of the players, at the robbed host
	invented       int       // results of the first player
}

// same expects the three players in their seats under their names and keys, no other keys linked to theirs, only the invented results in
// their records, and a hub of bounded memory.
func (r *robbery) same(after string) {
	r.Helper()
	r.until("all fly", r.allFly)
	who := ""
	if r.players[0].at == r.robbed.listens["native"] { // the other host's socket is for its own match
		lines, err := ops.AskConsole(testkit.Context(r), r.robbed.socket, "who", "--json")
		if err != nil {
			r.Fatal(err)
		}
		who = lines[0]
	}
	ask, err := fleet.AppendRecord(nil, &fleet.LinksAsk{})
	if err != nil {
		r.Fatal(err)
	}
	var kept map[string]int
	var links fleet.Links
	r.until("the hub answers", func() bool {
		ctx, cancel := context.WithTimeout(r.Context(), answerTime)
		defer cancel()
		answer, err := r.conn.Ask(ctx, fleet.KeysSubject, ask)
		if err != nil {
			return false
		}
		if links, err = fleet.ParseRecord[fleet.Links](answer); err != nil {
			r.Fatal(err)
		}
		var ok bool
		kept, ok = r.recorded()
		return ok
	})
	for n, p := range r.players[:3] {
		if is := p.seat(); is != p.was {
			r.Errorf("after %s %s is at %+v, expected %+v", after, p.name, is, p.was)
		}
		want := 0
		if n == 0 {
			want = r.invented
		}
		if kept[p.identity] != want {
			r.Errorf("after %s the hub has %d matches of %s, expected %d", after, kept[p.identity], p.name, want)
		}
		if !slices.ContainsFunc(p.view.Roster, func(is proto.Pilot) bool { return is.ID == p.was.pilot && is.Name == p.name }) {
			r.Errorf("after %s no pilot %d is called %s: %+v", after, p.was.pilot, p.name, p.view.Roster)
		}
		if is := fmt.Sprintf(`{"id":%d,"name":%q,"key":%q`, p.was.pilot, p.name, p.identity); who != "" && !strings.Contains(who, is) {
			r.Errorf("after %s the host does not have %s in\n%s", after, is, who)
		}
		for _, l := range links.Links {
			if l.One == p.identity || l.Other == p.identity {
				r.Errorf("after %s a key is linked to that of %s: %s, %s", after, p.name, l.One, l.Other)
			}
		}
	}
	if peak := r.hubs[0].peak(); peak > mostOfAHub {
		r.Errorf("after %s the hub has had %d MB of memory", after, peak>>20)
	} else {
		r.Logf("after %s the hub has had at most %d MB of memory", after, peak>>20)
	}
}

// guest connects a fourth player to the match.
func (r *robbery) guest(key identity.Key, proofs ...identity.Proof) *player {
	r.Helper()
	r.addAs(key, r.match, proofs...)
	r.players[3].patient = true // a host may get the end of a ban late
	r.until("the guest flies", r.allFly)
	return r.players[3]
}

// dismiss removes the guest from the crowd.
func (r *robbery) dismiss() *player {
	guest := r.players[3]
	r.players = r.players[:3]
	return guest
}

// isThrownOut expects that the guest is kicked, or refused.
func (r *robbery) isThrownOut(guest *player, reason string) {
	r.Helper()
	r.until("the guest reads: "+reason, func() bool {
		guest.view = guest.Frame(time.Now(), 0)
		return guest.view.Err != nil && strings.Contains(guest.view.Err.Error(), reason)
	})
	guest.leave()
}

// breaks breaks the guest's link, and waits until the host of the match notices.
func (r *robbery) breaks() {
	r.Helper()
	guest := r.dismiss()
	guest.Link().Close()
	r.until("the guest is away", func() bool {
		var all []struct {
			ID   uint16
			Away bool
		}
		lines, err := ops.AskConsole(testkit.Context(r), r.robbed.socket, "who", "--json")
		if err == nil {
			err = json.Unmarshal([]byte(lines[0]), &all)
		}
		if err != nil {
			r.Fatal(err)
		}
		for _, p := range all {
			if p.ID == guest.view.Pilot {
				return p.Away
			}
		}
		return false
	})
}

// startWhilePlaying starts a process while all play.
func (r *robbery) startWhilePlaying(p *process) {
	r.Helper()
	ready, started := p.start(), make(chan bool)
	go func() {
		ready()
		close(started)
	}()
	r.until(p.name+" is ready", func() bool {
		select {
		case <-started:
			return true
		default:
			return false
		}
	})
}

// isCutOff expects that the hub refuses the thief.
func (r *robbery) isCutOff(k *keyThief) {
	r.Helper()
	r.until("the thief is cut off", k.Refused)
	ctx, cancel := context.WithTimeout(r.Context(), 50*time.Millisecond) // there is no connection
	defer cancel()
	if _, err := k.Put(ctx, fleet.Hosts, "key", []byte("x")); err == nil {
		r.Error("the thief still writes")
	}
}

// entry returns the match's entry in the directory.
func (r *robbery) entry() (m fleet.Match) {
	r.Helper()
	r.until("the directory has the match", func() (ok bool) {
		m, ok = r.fleetOf.match(r.match)
		return ok
	})
	return m
}

// standby returns the honest host, once it is the match's standby.
func (r *robbery) standby() (host fleet.ID) {
	r.Helper()
	r.until("the honest host is the standby", func() bool {
		host = r.entry().Standby
		return host != 0 && host != r.thief.id // which may be the standby until its key is revoked
	})
	return host
}

// throwsOut makes a thief ask the host, as doors do, to send the guest away.
func (r *robbery) throwsOut(k *keyThief, guest *player) {
	r.Helper()
	m := r.entry()
	ask := fleet.Ask{Leave: &fleet.Leave{Match: r.match, Seat: fleet.SeatKey(guest.identity, nil), At: time.Now().Unix()}}
	if _, err := k.Ask(testkit.Context(r), fleet.AskSubject+m.Host.String(), fleet.Append(nil, &ask)); err != nil {
		r.Fatal(err)
	}
	r.isThrownOut(guest, "another match")
}

// adminKey plays the thief of an SSH key that manages the robbed host, until its file of admins only has the lines of left.
func (r *robbery) adminKey(key ssh.Signer, admins, left string) {
	r.Helper()
	manage := func(host *process, command string) (string, error) {
		r.Helper()
		conn, err := ssh.Dial("tcp", host.listens["ssh"], &ssh.ClientConfig{
			User: "root", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: patience,
		})
		if err != nil {
			r.Fatal(err)
		}
		defer conn.Close()
		s, err := conn.NewSession()
		if err != nil {
			r.Fatal(err)
		}
		said, err := s.CombinedOutput(command)
		return string(said), err
	}
	const stranger = "203.0.113.7"
	r.guest(r.key())
	guest := r.dismiss()
	for _, c := range [][2]string{{"who", guest.identity}, {"ban " + stranger, "banned " + stranger}, {"kick " + strconv.Quote(guest.name), "kicked"}} {
		if said, err := manage(r.robbed, "admin "+c[0]); err != nil || !strings.Contains(said, c[1]) {
			r.Errorf("%s: %v, %q", c[0], err, said)
		}
		plain := strings.NewReplacer(`\`, "", `"`, "").Replace
		if !strings.Contains(plain(r.robbed.log()), "command="+plain(c[0])) {
			r.Errorf("the host does not log %q", c[0])
		}
	}
	r.isThrownOut(guest, "kicked")
	if said, err := manage(r.robbed, "cat "+admins); err == nil {
		r.Errorf("the host runs a program: %q", said)
	}
	isRefused := func(host *process) {
		r.Helper()
		if said, err := manage(host, "admin who"); err == nil || !strings.Contains(said, "your key is not among those") {
			r.Errorf("%s: %v, %q", host.name, err, said)
		}
	}
	isRefused(r.honest)
	r.same("the use of an admin's key")

	if err := os.WriteFile(admins, []byte(left), 0o600); err != nil {
		r.Fatal(err)
	}
	isRefused(r.robbed)
	if bans := r.robbed.run("admin", "--socket", r.robbed.socket, "bans"); !strings.Contains(bans, stranger) {
		r.Errorf("the bans are %q", bans)
	}
	r.robbed.run("admin", "--socket", r.robbed.socket, "unban", stranger)
	r.same("the removal of an admin's key")
}

// doorKey plays the thief of a door's key, and returns a function that gets a host's answer to a ticket of the thief.
func (r *robbery) doorKey() (answer func() proto.Message) {
	r.Helper()
	k, victim := r.keys.steals("door"), r.players[0]
	answer = func() (said proto.Message) {
		r.Helper()
		m := r.entry()
		l := link.Dial(m.Address, link.OnlyHost(m.Fingerprint))
		defer l.Close()
		l.Send(link.Control, (&proto.Ticket{Bytes: fleet.NewTicket(&m, "", victim.identity, "", time.Now()).Sign(k.id, k.key)}).Append(nil))
		l.Send(link.Control, (&proto.Hello{
			Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Pace: 2, Name: victim.name,
		}).Append(nil))
		r.until("the host answers the thief", func() bool {
			p, ok := l.Receive(nil)
			if ok && p.Channel == link.Control {
				var err error
				if said, err = proto.Parse(p.Bytes); err != nil {
					r.Fatal(err)
				}
			}
			return said != nil || l.Err() != nil
		})
		return said
	}
	ctx := testkit.Context(r)
	_, err := k.Put(ctx, fleet.Doors, k.id.String(), fleet.Append(nil, &fleet.Door{ID: k.id, Key: k.public, Address: "127.0.0.1:9"}))
	if err == nil { // a seat in a match that does not exist
		_, err = k.Put(ctx, fleet.Seats, fleet.SeatKey(victim.identity, nil), fleet.Append(nil, &fleet.Seat{Match: k.match, Host: k.id}))
	}
	if err != nil {
		r.Fatal(err)
	}
	if said, ok := answer().(*proto.Welcome); !ok || said.Pilot == victim.was.pilot {
		r.Errorf("a ticket in the name of %s, who is pilot %d, gets %+v", victim.name, victim.was.pilot, said)
	}
	r.guest(r.key())
	r.throwsOut(k, r.dismiss())
	if _, err := fleet.AskForMatch(ctx, k, r.standby(), &fleet.Ask{Open: &fleet.Open{Title: "of the thief"}}); err != nil {
		r.Error(err)
	}
	k.mayNot(k.put(fleet.ResultSubject+k.id.String()), k.put(fleet.LogSubject+r.match.String()), k.writes(fleet.Hosts, k.id.String()),
		k.writes(fleet.Matches, r.match.String()), k.writes(fleet.Bans, fleet.BansKey), fleet.BansSubject)
	r.same("the use of a door's key")

	r.keys.revoke("door")
	r.isCutOff(k)
	r.door = r.keys.newDoor("new-door")
	r.startWhilePlaying(r.door)
	r.guest(r.key())
	r.dismiss().leave()
	r.same("the removal of a door's key")
	return answer
}

// playerKey plays the thief of a guest's key, which links another key to it. The thief of the host's key publishes the link.
func (r *robbery) playerKey() {
	r.Helper()
	file := filepath.Join(r.TempDir(), "key")
	own, err := identity.Load(file)
	if err != nil {
		r.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		r.Fatal(err)
	}
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		r.Fatal(err)
	}
	stolen, victim := r.key(), r.players[0].identity
	var proofs identity.Proofs // the thief's own key is the guest's; and, which only that can claim, the victim's
	for _, of := range []string{stolen.Fingerprint(), victim} {
		proof, err := identity.Sign(signer, identity.Statement(of))
		if err != nil {
			r.Fatal(err)
		}
		proofs = append(proofs, proof)
	}
	pilot := r.guest(stolen).view.Pilot
	r.breaks()
	if is := r.guest(stolen, proofs...).view.Pilot; is != pilot {
		r.Errorf("the thief is pilot %d, expected %d", is, pilot)
	}
	r.until("the host remembers the link", func() bool {
		linked, _ := os.ReadFile(filepath.Join(r.robbed.home, "dogfight", "kin"))
		return strings.Contains(string(linked), own.Fingerprint())
	})
	r.breaks()
	if is := r.guest(own).view.Pilot; is != pilot {
		r.Errorf("by the linked key the thief is pilot %d, expected %d", is, pilot)
	}
	certificate, err := stolen.Certificate(proofs)
	if err != nil {
		r.Fatal(err)
	}
	r.thief.result(r.match, falseResults+1, career.Flight{Identity: victim, Proof: certificate.Certificate[0]}, career.Flight{Identity: stolen.Fingerprint()})
	r.invented++
	r.until("the result is recorded", func() bool {
		kept, _ := r.recorded()
		return kept[stolen.Fingerprint()]+kept[own.Fingerprint()] == 1 // of one player
	})
	r.same("the use of a player's key")

	if unlinked := r.hubs[0].run("records", "unlink", own.Fingerprint()); unlinked != "unlinked "+stolen.Fingerprint()+" "+own.Fingerprint()+"\n" {
		r.Errorf("the hub prints %q", unlinked)
	}
	r.robbed.run("fleet", "ban", stolen.Fingerprint(), "--fleet", r.url(), "--fleet-key", r.keys.seed("test"))
	r.isThrownOut(r.dismiss(), "banned")
	for _, key := range []identity.Key{stolen, own} {
		r.addAs(key, r.match)
		r.isThrownOut(r.dismiss(), "banned")
	}
	r.guest(r.key())
	r.dismiss().leave()
	r.same("the ban of a player's key")
}

// operatorKey plays the thief of an operator's key.
func (r *robbery) operatorKey() {
	r.Helper()
	k, key := r.keys.steals("operator"), r.key()
	if all, err := k.List(testkit.Context(r), fleet.Seats); err != nil || len(all) < 3 {
		r.Errorf("the thief reads %d seats, %v", len(all), err)
	}
	r.guest(r.key())
	r.throwsOut(k, r.dismiss()) // the same right opens matches
	r.guest(key)
	bans := []string{"--fleet", r.url(), "--fleet-key", r.keys.seed("operator")}
	r.robbed.run(append([]string{"fleet", "ban", key.Fingerprint()}, bans...)...)
	r.isThrownOut(r.dismiss(), "banned")
	k.mayNot(k.put(fleet.ResultSubject+k.id.String()), k.put(fleet.LogSubject+r.match.String()), k.writes(fleet.Hosts, k.id.String()),
		k.writes(fleet.Matches, r.match.String()), k.writes(fleet.Seats, "seat"), k.writes(fleet.Doors, k.id.String()), k.writes(fleet.Bans, fleet.BansKey))
	r.same("the use of an operator's key")

	r.keys.revoke("operator")
	r.isCutOff(k)
	bans[3] = r.keys.seed("test")
	if list := r.robbed.run(append([]string{"fleet", "bans"}, bans...)...); !strings.Contains(list, key.Fingerprint()) {
		r.Errorf("the bans of the fleet are %q", list)
	}
	r.robbed.run(append([]string{"fleet", "unban", key.Fingerprint()}, bans...)...)
	r.guest(key)
	r.dismiss().leave()
	r.same("the removal of an operator's key")
}

// hubKey plays the thief of a key with the role hub.
func (r *robbery) hubKey() {
	r.Helper()
	k, key, victim, hub := r.keys.steals("service"), r.key(), r.players[0].identity, r.hubs[0]
	file, backup := filepath.Join(hub.home, "dogfight", "hub", "records.db"), filepath.Join(r.TempDir(), "backup.db")
	store, err := records.Open(file)
	if err != nil {
		r.Fatal(err)
	}
	_, err = store.Database().Exec("VACUUM INTO ?", backup)
	if err := errors.Join(err, store.Close()); err != nil {
		r.Fatal(err)
	}
	r.guest(key)
	ctx := testkit.Context(r)
	list, err := fleet.ReadBans(ctx, k)
	if err != nil {
		r.Fatal(err)
	}
	list.Version, list.Bans = list.Version+1, append(list.Bans, fleet.Ban{Target: key.Fingerprint(), At: time.Now()})
	text, err := fleet.AppendRecord(nil, list)
	if err == nil {
		_, err = k.Put(ctx, fleet.Bans, fleet.BansKey, text)
	}
	if err != nil {
		r.Fatal(err)
	}
	r.isThrownOut(r.dismiss(), "banned")
	k.result(k.match, 1, career.Flight{Identity: victim, Linked: []string{key.Fingerprint()}}, career.Flight{Identity: key.Fingerprint(), Linked: []string{victim}})
	r.invented++
	r.until("the result is recorded", func() bool {
		kept, _ := r.recorded()
		return kept[key.Fingerprint()] == 1
	})
	r.same("the use of a hub's key")

	delete(r.keys.listed, "service")
	r.keys.write()
	hub.kill()
	for _, part := range []string{"", "-wal", "-shm"} {
		os.Remove(file + part)
	}
	if err := os.Rename(backup, file); err != nil {
		r.Fatal(err)
	}
	r.invented--
	r.startWhilePlaying(hub)
	r.isCutOff(k)
	r.guest(key)
	r.dismiss().leave()
	r.same("a new start of the hub")
}

// TestAStolenKeyCostsNoSeatAndNoIdentity plays the thieves of all kinds of keys in SECURITY.md, each until the key is revoked. The players
// are at the host with the stolen key; a guest is there to be thrown out.
func TestAStolenKeyCostsNoSeatAndNoIdentity(t *testing.T) {
	t.Parallel()
	f := startKeyedHub(t)
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	stolen, other := string(ssh.MarshalAuthorizedKey(signer.PublicKey())), (&crowd{fleetOf: f.fleetOf}).key().Line()+"\n"
	admins, others := filepath.Join(f.folder, "admins"), filepath.Join(f.folder, "others")
	if err := errors.Join(os.WriteFile(admins, []byte(stolen+other), 0o600), os.WriteFile(others, []byte(other), 0o600)); err != nil {
		t.Fatal(err)
	}
	robbed := f.host(0, f.url(), "--fleet-key", f.seed("robbed"), "--ssh", "127.0.0.1:0", "--ssh-admins", admins)
	honest := f.host(1, f.url(), "--fleet-key", f.seed("honest"), "--ssh", "127.0.0.1:0", "--ssh-admins", others)
	f.door = f.newDoor("door")
	f.hosts = []*process{robbed}
	f.startAll(robbed, f.door)
	f.await("the host is known", func() bool { return len(f.list(fleet.Hosts)) == 1 })
	c := f.newCrowd(3)
	c.until("all have a team", func() bool {
		return !slices.ContainsFunc(c.players, func(p *player) bool { return !p.flies() || p.seat().team == 0 })
	})
	c.mark()
	match, victim, robbedAt := c.players[0].match, c.players[0], robbed.listens["native"]
	thief, asPlayer := f.steals("robbed"), c.key()
	r := &robbery{crowd: c, keys: f, robbed: robbed, honest: honest, thief: thief, match: match}

	thief.announces()
	thief.results(match, victim.identity, asPlayer.Fingerprint())
	r.invented = falseResults
	c.until("the false results are recorded, of two players", func() bool {
		kept, _ := f.recorded()
		return kept[victim.identity] == falseResults && kept[asPlayer.Fingerprint()] == falseResults
	})
	thief.floods()
	f.hosts = append(f.hosts, honest)
	r.startWhilePlaying(honest)
	r.standby() // so that the honest host asks for all linked keys first
	thief.mayNot(thief.writes(fleet.Bans, fleet.BansKey), thief.writes(fleet.Doors, thief.id.String()), fleet.BansSubject)
	r.same("the use of a host's key")

	answer := r.doorKey()
	r.adminKey(signer, admins, other)
	r.playerKey()
	r.operatorKey()
	r.hubKey()
	r.standby()
	if !c.allFly() || victim.at != robbedAt {
		t.Fatalf("%s is at %q", victim.name, victim.at)
	}

	f.revoke("robbed")
	r.isCutOff(thief)
	c.until("all are at the honest host", func() bool { return c.allElsewhere(robbedAt) })
	r.same("the removal of a host's key")
	r.guest(asPlayer)
	r.dismiss().leave()

	hub := f.hubs[0]
	undone := hub.run("records", "host", thief.public, "--undo")
	if strings.Count(undone, "match "+match.String()+"-") != r.invented || strings.Contains(undone, "link") {
		t.Errorf("undone is\n%s", undone)
	}
	c.until("they are in no score", func() bool {
		kept, ok := f.recorded()
		return ok && kept[victim.identity] == 0 && kept[asPlayer.Fingerprint()] == 0
	})
	r.invented = 0
	c.until("the stolen door is removed", func() bool {
		said, ok := answer().(*proto.Reject)
		return ok && said.Reason == fleet.ErrTicketForged.Error()
	})
	r.same("all that is undone")
	honest.run("admin", "--socket", honest.socket, "drain", "1s")
	c.until("the hub and the host have the match as its host reports it", func() bool {
		return f.matchesOf(c) == 1 && strings.Contains(honest.log(), "match recorded")
	})
	career := honest.run("scores", "--json")
	for _, p := range c.players {
		if !strings.Contains(career, p.identity) {
			t.Errorf("the host does not know %s, %s:\n%s", p.name, p.identity, career)
		}
	}
	if *long {
		f.await("the invented host and match are removed", func() bool {
			_, host := f.conn.Get(t.Context(), fleet.Hosts, thief.id.String())
			_, match := f.conn.Get(t.Context(), fleet.Matches, thief.match.String())
			return errors.Is(host, fleet.ErrNone) && errors.Is(match, fleet.ErrNone)
		})
	}
}
