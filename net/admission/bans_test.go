package admission

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const (
	rex  = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	vega = "SHA256:gNSIRW+2Iyiuvsdp/bgjy38bvWHw6wQm3tuoXrl3WjQ"
)

// open returns the bans of a file with this text.
func open(t *testing.T, text string) (l *Bans, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "folder", "bans")
	if text != "" {
		os.MkdirAll(filepath.Dir(path), 0o700)
		os.WriteFile(path, []byte(text), 0o600)
	}
	l, err := OpenBans(path)
	if err != nil {
		t.Fatal(err)
	}
	return l, path
}

func add(t *testing.T, l *Bans, bans ...string) {
	t.Helper()
	for _, what := range bans {
		if err := l.Add(what, "", time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestABanBarsAnIdentityAnAddressOrANetwork(t *testing.T) {
	l, _ := open(t, "")
	add(t, l, rex, "192.0.2.7", "198.51.100.0/24", "2001:db8::/32", "2001:dead::1")
	for _, c := range []struct {
		address, identity string
		want              bool
	}{
		{"203.0.113.1:5", rex, true},
		{"203.0.113.1:5", vega, false},
		{"203.0.113.1:5", "", false},
		{"192.0.2.7:5", "", true},
		{"[::ffff:192.0.2.7]:5", vega, true},
		{"192.0.2.7", "", true},
		{"192.0.2.8:5", "", false},
		{"198.51.100.200:1", "", true},
		{"198.51.101.200:1", "", false},
		{"[2001:db8:1::9]:1", "", true},
		{"[2001:dead::1%eth0]:1", "", true},
		{"[2001:dead::2]:1", "", false},
		{"memory", "", false},
		{"memory", rex, true},
	} {
		if got := l.Bars(c.address, c.identity); got != c.want {
			t.Errorf("%s as %q: barred %v, expected %v", c.address, c.identity, got, c.want)
		}
	}
	if !l.Bars("memory", vega, rex) {
		t.Error("a player with a banned identity among others is accepted")
	}
}

func TestSavingBansPreservesOtherLines(t *testing.T) {
	l, path := open(t, "# mine\n\n192.0.2.7 a  pest\r\n")
	add(t, l, rex, "192.0.2.7")
	edited, _ := os.ReadFile(path)
	os.WriteFile(path, append(edited, "10.0.0.0/8\n"...), 0o600) // by hand, while the host runs
	add(t, l, vega)
	if _, err := l.Remove(rex); err != nil {
		t.Fatal(err)
	}
	want := "# mine\n\n192.0.2.7 a  pest\n10.0.0.0/8\n" + vega + "\n"
	if text, _ := os.ReadFile(path); string(text) != want {
		t.Errorf("the file holds\n%s\nexpected\n%s", text, want)
	}
	again, err := OpenBans(path)
	if err != nil || len(again.All()) != 3 || again.All()[0].Comment != "a pest" || again.Bars("memory", rex) || !again.Bars("10.1.2.3:4", "") {
		t.Errorf("after a restart: %v, %v", again.All(), err)
	}
}

func TestBansWithoutAFileApplyToo(t *testing.T) {
	l, err := OpenBans("")
	if err != nil {
		t.Fatal(err)
	}
	add(t, l, rex, "10.0.0.0/8")
	if _, err := l.Remove(rex); err != nil || l.Bars("memory", rex) || !l.Bars("10.9.9.9:1", "") {
		t.Errorf("%v, %v", l.All(), err)
	}
}

func TestALineThatBansNothingIsRefusedByItsNumber(t *testing.T) {
	for _, line := range []string{"Rex", "SHA256:short", "300.1.1.1", "10.0.0.0/33", "::ffff:10.0.0.0/104", rex + "="} {
		path := filepath.Join(t.TempDir(), "bans")
		os.WriteFile(path, []byte("10.0.0.1\n"+line+"\n"), 0o600)
		if _, err := OpenBans(path); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("%s:2: %q is not", path, line)) {
			t.Errorf("%q: err %v", line, err)
		}
		l, _ := open(t, "")
		if err := l.Add(line, "", time.Time{}); err == nil {
			t.Errorf("%q is accepted", line)
		}
	}
}

func TestOnlyABannedPlayerCanBeUnbanned(t *testing.T) {
	l, _ := open(t, rex+"\n")
	if _, err := l.Remove("10.0.0.1"); err == nil || !strings.Contains(err.Error(), "10.0.0.1 is not banned") {
		t.Errorf("err %v", err)
	}
}

func TestACommentStaysOnItsLine(t *testing.T) {
	l, _ := open(t, "")
	if err := l.Add(rex, "a\n10.0.0.1\r b", time.Time{}); err != nil || len(l.All()) != 1 || l.All()[0].Comment != "a 10.0.0.1 b" {
		t.Errorf("%v, %v", l.All(), err)
	}
}

func TestAKeyAndAnAddressAreBannedAndUnbannedTogether(t *testing.T) {
	for _, by := range []string{rex, "192.0.2.7"} {
		l, path := open(t, "# mine\n10.0.0.1 another\n")
		if err := l.Add(rex, "Rex", time.Time{}, "192.0.2.7"); err != nil {
			t.Fatal(err)
		}
		add(t, l, vega)
		want := "# mine\n10.0.0.1 another\n" + rex + " Rex\n  192.0.2.7 Rex\n" + vega + "\n"
		if text, _ := os.ReadFile(path); string(text) != want {
			t.Errorf("the file holds\n%s\nexpected\n%s", text, want)
		}
		again, err := OpenBans(path)
		if err != nil || len(again.All()) != 3 || !again.Bars("192.0.2.7:1") || !again.Bars("memory", rex) {
			t.Fatalf("after a restart: %+v, %v", again.All(), err)
		}
		if all := again.All()[1].All(); len(all) != 2 || all[0] != rex || all[1] != "192.0.2.7" {
			t.Errorf("the ban is of %q", all)
		}
		gone, err := again.Remove(by)
		if err != nil || len(gone.All()) != 2 || gone.Comment != "Rex" {
			t.Errorf("gone is %+v, %v", gone, err)
		}
		if text, _ := os.ReadFile(path); string(text) != "# mine\n10.0.0.1 another\n"+vega+"\n" {
			t.Errorf("the file holds\n%s", text)
		}
	}
}

func TestAPartialBanIsCompleted(t *testing.T) {
	for _, first := range []string{rex, "192.0.2.7"} {
		l, path := open(t, first+" Rex\n"+vega+"\n")
		for range 2 {
			if err := l.Add(rex, "again", time.Time{}, "192.0.2.7"); err != nil {
				t.Fatal(err)
			}
		}
		text, _ := os.ReadFile(path)
		if lines := strings.Split(string(text), "\n"); len(lines) != 4 || !strings.HasPrefix(lines[1], "  ") || lines[2] != vega {
			t.Errorf("the file holds\n%s", text)
		}
	}
}

func TestALineBelongsToTheBanDirectlyAboveIt(t *testing.T) {
	l, path := open(t, "  10.0.0.1 alone\n# a remark\n  10.0.0.2 alone too\n10.0.0.3\n\t10.0.0.4\n\n 10.0.0.5\n")
	if all := l.All(); len(all) != 4 || len(all[2].Also) != 1 {
		t.Errorf("the bans are %+v", all)
	}
	if _, err := l.Remove("10.0.0.4"); err != nil {
		t.Error(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "  10.0.0.1 alone\n# a remark\n  10.0.0.2 alone too\n\n 10.0.0.5\n" {
		t.Errorf("the file holds\n%q", text)
	}
}

func TestDoubleBansAreRemovedTogetherWithoutAFileToo(t *testing.T) {
	l, _ := OpenBans("")
	l.Add(rex, "Rex", time.Time{}, "192.0.2.7")
	add(t, l, vega)
	if gone, err := l.Remove(rex); err != nil || len(gone.Also) != 1 || l.Bars("192.0.2.7") || !l.Bars("memory", vega) {
		t.Errorf("%+v, %v; left %+v", gone, err, l.All())
	}
}

func TestNetworksAsLargeAsACountrysAreWide(t *testing.T) {
	for what, want := range map[string]bool{
		"0.0.0.0/0": true, "10.0.0.0/7": true, "10.0.0.0/8": false, "10.0.0.1": false, "::/0": true,
		"2001:db8::/31": true, "2001:db8::/32": false, rex: false,
	} {
		if b, err := ParseBan(what); err != nil || b.Wide() != want {
			t.Errorf("%s: %v, %v", what, b.Wide(), err)
		}
	}
}

func TestAnAddressIsBannedAsItsSubscriber(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7:1": "192.0.2.7", "[2001:db8::1]:1": "2001:db8::/64", "[fe80::1%eth0]:1": "fe80::1", "[::ffff:192.0.2.7]:1": "192.0.2.7", "memory": "",
	} {
		if got := BanSubject(address); got != want {
			t.Errorf("%s is banned as %q, expected %q", address, got, want)
		}
	}
}

func TestEditedBansApplyAfterRenew(t *testing.T) {
	l, path := open(t, "192.0.2.7\n")
	os.WriteFile(path, []byte(rex+"\n"), 0o600)
	if err := l.Renew(); err != nil || l.Bars("192.0.2.7:1") || !l.Bars("", rex) {
		t.Errorf("they do not: %v, %v", l.All(), err)
	}
	os.WriteFile(path, []byte("192.0.2.7\nnonsense\n"), 0o600)
	if err := l.Renew(); err == nil || !strings.Contains(err.Error(), path+":2: ") || l.Bars("192.0.2.7:1") || !l.Bars("", rex) {
		t.Errorf("a mistake: %v, %v", l.All(), err)
	}
}

func TestAdditionalBansApplyUntilReplaced(t *testing.T) {
	l, path := open(t, "192.0.2.1 ours\n")
	theirs, err := ParseBan("198.51.100.0/24")
	if err != nil {
		t.Fatal(err)
	}
	l.SetShared([]Ban{theirs})
	if !l.Bars("192.0.2.1:1") || !l.Bars("198.51.100.7:1") || len(l.All()) != 1 {
		t.Errorf("found %v", l.All())
	}
	if _, err := l.Remove("198.51.100.0/24"); err == nil {
		t.Error("a ban of others was lifted here")
	}
	l.SetShared(nil)
	if l.Bars("198.51.100.7:1") || !l.Bars("192.0.2.1:1") {
		t.Error("without them, ours alone must hold")
	}
	if text, _ := os.ReadFile(path); string(text) != "192.0.2.1 ours\n" {
		t.Errorf("the file holds %q", text)
	}
}

func TestABanEndsAtItsTimeAndALongerOneStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, path := open(t, "# mine\n"+vega+" for good\n")
		in := func(d time.Duration) time.Time { return time.Now().Add(d) }
		l.Add(rex, "spoils the fun", in(time.Hour), "192.0.2.7")
		l.Add("192.0.2.7", "shorter", in(time.Minute))
		l.Add(vega, "shorter", in(time.Hour))
		l.Add(vega, "", time.Time{}, "192.0.2.8")
		want := "# mine\n" + vega + " for good\n  192.0.2.8\n" + rex + " until=2000-01-01T01:00:00Z spoils the fun\n  192.0.2.7 until=2000-01-01T01:00:00Z spoils the fun\n"
		if text, _ := os.ReadFile(path); string(text) != want {
			t.Errorf("the file is\n%s", text)
		}
		for who, terms := range map[string]string{rex: " for another 1h0m: spoils the fun", vega: ""} {
			if got := l.Terms("memory", who); got != terms || !l.Bars("memory", who) {
				t.Errorf("%s reads %q", who, got)
			}
		}
		l.Add(rex, "again", in(2*time.Hour))
		if got := l.Terms("192.0.2.7:1", rex); got != " for another 2h0m: again" {
			t.Errorf("after a longer one it is %q", got)
		}
		time.Sleep(time.Hour)
		if l.Bars("192.0.2.7:1") || !l.Bars("192.0.2.7:1", rex) || len(l.All()) != 2 {
			t.Errorf("after an hour there are %v", l.All())
		}
		add(t, l, "10.0.0.0/8")
		if text, _ := os.ReadFile(path); strings.Contains(string(text), "01:00:00Z") || !strings.Contains(string(text), rex+" until=2000-01-01T02:00:00Z again\n") {
			t.Errorf("the file has\n%s", text)
		}
		time.Sleep(time.Hour)
		if again, err := OpenBans(path); err != nil || again.Bars("memory", rex) || !again.Bars("memory", vega) {
			t.Errorf("a restarted host bars Rex, or not Vega: %v", err)
		}
		os.WriteFile(path, []byte(rex+" until=soon\n"), 0o600)
		if err := l.Renew(); err == nil || !strings.Contains(err.Error(), `:1: the end must be such as until=2026-03-01T18:00:00Z, got "until=soon"`) {
			t.Errorf("a bad end: %v", err)
		}
	})
}
