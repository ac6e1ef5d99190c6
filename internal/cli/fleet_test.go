package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/game/career"
	"dogfight/internal/command"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
	"dogfight/testkit"
)

// runFleet runs dogfight fleet and returns its output.
func runFleet(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	code, stdout, stderr = call(t, append([]string{"fleet"}, args...)...)
	return stdout, stderr, code
}

func startHub(t *testing.T, o hub.Options) *hub.Hub {
	t.Helper()
	o.Listen, o.Data = "127.0.0.1:0", t.TempDir()
	h, err := hub.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	testkit.Receive(t, "the hub is ready", h.Ready())
	return h
}

func TestAFleetIsListed(t *testing.T) {
	t.Parallel()
	h := startHub(t, hub.Options{})
	c, err := overnats.Connect(overnats.Options{URL: "nats://" + h.Addr()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if out, problem, code := runFleet(t, "--fleet", "nats://"+h.Addr()); code != 0 || problem != "" || out != "No hosts at "+"nats://"+h.Addr()+".\n" {
		t.Errorf("an empty fleet: %d %q %q", code, out, problem)
	}
	put := func(kind fleet.Kind, key string, b []byte) {
		t.Helper()
		if _, err := c.Put(t.Context(), kind, key, b); err != nil {
			t.Fatal(err)
		}
	}
	north := fleet.Host{ID: 2, Name: "north", Address: "10.0.0.2:7777", Fingerprint: "SHA256:x", Region: "eu", Version: "0.1.0", Rules: 3, Load: 125, TickP99: 840, Matches: 2, Players: 17, Room: 6, Draining: true}
	south := fleet.Host{ID: 1, Name: "south", Address: "10.0.0.1:7777", Fingerprint: "SHA256:x", Version: "0.1.0"}
	match := fleet.Match{ID: 9, Host: 2, Epoch: 1, Address: "10.0.0.2:7777", Fingerprint: "SHA256:x", Title: "Friday night", Mode: "teams", Arena: "duel", Players: 12, Slots: 16}
	put(fleet.Hosts, north.ID.String(), fleet.Append(nil, &north))
	put(fleet.Hosts, south.ID.String(), fleet.Append(nil, &south))
	put(fleet.Hosts, "nonsense", []byte(`{"id":"\u001b[2J"}`))
	put(fleet.Matches, match.ID.String(), fleet.Append(nil, &match))

	out, _, _ := runFleet(t, "--fleet", "nats://"+h.Addr(), "--json")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var first, second fleet.Host
	if len(lines) != 2 || json.Unmarshal([]byte(lines[0]), &first) != nil || json.Unmarshal([]byte(lines[1]), &second) != nil || first != south || second != north {
		t.Errorf("as JSON:\n%s", out)
	}
	for _, field := range []string{`"address":"10.0.0.2:7777"`, `"version":"0.1.0"`, `"rules":3`, `"region":"eu"`, `"matches":2`, `"players":17`, `"room":6`, `"load":125`, `"tick_p99_us":840`, `"draining":true`} {
		if !strings.Contains(lines[1], field) {
			t.Errorf("no %s in %s", field, lines[1])
		}
	}
	out, _, _ = runFleet(t, "--fleet", "nats://"+h.Addr())
	if !strings.Contains(out, "10.0.0.2:7777  0.1.0    eu            2       17     6   12%   0.84 ms  draining  north\n") || strings.Contains(out, "\x1b") {
		t.Errorf("for people:\n%s", out)
	}
	if out, _, _ = runFleet(t, "--fleet", "nats://"+h.Addr(), "--matches"); !strings.Contains(out, "10.0.0.2:7777  teams  duel     12/16     0  0000000000000009  Friday night\n") {
		t.Errorf("matches:\n%s", out)
	}
	if out, _, _ = runFleet(t, "--fleet", "nats://"+h.Addr(), "--matches", "--json"); !strings.Contains(out, `"title":"Friday night"`) {
		t.Errorf("matches as JSON:\n%s", out)
	}
}

func TestTablesAreNarrowAndWithoutEmptyColumns(t *testing.T) {
	var out bytes.Buffer
	printTable(&out, []column{{"NAME", left}, {"REGION", left}, {"N", right}}, [][]string{{"Ærø", "", "1"}, {"longer", "", "12"}})
	if want := "NAME     N\nÆrø      1\nlonger  12\n"; out.String() != want {
		t.Errorf("printed\n%s, expected\n%s", out.String(), want)
	}
}

func TestFleetErrorsHaveOneLine(t *testing.T) {
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys")
	os.WriteFile(keys, []byte("# nobody\n"), 0o600)
	locked := startHub(t, hub.Options{Keys: keys})
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, command.ExitUsage, "--fleet: must be the URL of a hub"},
		{[]string{"--fleet", "example.org"}, command.ExitUsage, "must be a URL such as nats://10.0.0.1:4222"},
		{[]string{"--fleet", "nats://" + locked.Addr(), "--fleet-key", "/nowhere"}, command.ExitUsage, "--fleet-key: open /nowhere"},
		{[]string{"--fleet", "nats://" + locked.Addr()}, command.ExitFailure, "does not let us in"},
	} {
		out, problem, code := runFleet(t, c.args...)
		if out != "" || code != c.code || !strings.Contains(problem, c.want) || strings.Count(problem, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q, %q; expected %d and %q", c.args, code, out, problem, c.code, c.want)
		}
	}
}

func TestFleetStopsWaitingForAHub(t *testing.T) {
	t.Parallel()
	var out, problem bytes.Buffer
	p := &program{dirs: noFiles, stdout: &out, stderr: &problem, fleetTime: 100 * time.Millisecond}
	code := p.run(t.Context(), []string{"fleet", "--fleet", "nats://127.0.0.1:1"})
	if out.Len() > 0 || code != command.ExitFailure || !strings.Contains(problem.String(), "no hub answers at nats://127.0.0.1:1 within 100ms") || strings.Contains(problem.String(), "dial tcp") || strings.Count(problem.String(), "\n") != 1 {
		t.Errorf("exit code %d, %q, %q", code, &out, &problem)
	}
}

func TestWrongRegionsAreRefusedInOneLine(t *testing.T) {
	t.Parallel()
	for _, verb := range [][]string{{"host", "--headless"}, {"door"}} {
		for _, region := range []string{strings.Repeat("x", 33), "a\nb"} {
			refuses(t, "--fleet-region: must be at most 32 bytes of legible text", append(verb, "--fleet", "nats://127.0.0.1:1", "--fleet-region", region)...)
		}
	}
}

// startRecords starts a hub with a match in its records.
func startRecords(t *testing.T) *hub.Hub {
	t.Helper()
	store, err := hub.OpenRecords(filepath.Join(t.TempDir(), "records.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	m := &career.Match{Started: time.Now(), Lasted: time.Minute, Arena: "open", Mode: "deathmatch", Finished: true, Flights: []career.Flight{
		{Identity: "SHA256:ann", Name: "Ann", Score: 9, Won: true, Flown: time.Minute}, {Name: "Vega", Skill: 3, Flown: time.Minute},
	}}
	if _, err := store.AddOnce("1", "host", m); err != nil {
		t.Fatal(err)
	}
	recorder, err := hub.NewRecords(hub.RecordsConfig{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	return startHub(t, hub.Options{Services: []hub.Service{{Name: "records", Run: recorder.Run}}})
}

func TestFleetBansAreAddedListedAndLifted(t *testing.T) {
	t.Parallel()
	at := "nats://" + startRecords(t).Addr()
	for _, step := range []struct {
		args     []string
		code     int
		contains string
	}{
		{[]string{"ban", "192.0.2.77/24", "spam,", "again", "--fleet", at}, 0, "192.0.2.0/24 is banned from the fleet\n"},
		{[]string{"bans", "--fleet", at}, 0, "192.0.2.0/24  spam, again\n"},
		{[]string{"bans", "--json", "--fleet", at}, 0, `"what":"192.0.2.0/24","comment":"spam, again"`},
		{[]string{"unban", "192.0.2.0/24", "--fleet", at}, 0, "192.0.2.0/24 is no longer banned from the fleet\n"},
		{[]string{"unban", "192.0.2.0/24", "--fleet", at}, 1, "192.0.2.0/24: is not banned by the fleet\n"},
		{[]string{"bans", "--fleet", at}, 0, "No bans at " + at},
		{[]string{"ban", "Rex", "--fleet", at}, command.ExitUsage, `"Rex" is not a key (SHA256:...), an address or a network`},
		{[]string{"ban", "192.0.2.1"}, command.ExitUsage, "--fleet: must be the URL of a hub"},
		{[]string{"ban", "--fleet", at}, command.ExitUsage, "missing argument"},
		{[]string{"ban", "192.0.2.1", strings.Repeat("x", 90), "--fleet", at}, 1, "comment must be at most 80 bytes"},
	} {
		var out, problem string
		var code int
		testkit.Until(t, "the records answer, which begin just now", func() bool {
			out, problem, code = runFleet(t, step.args...)
			return !strings.Contains(problem, "answers for its records")
		})
		if code != step.code || !strings.Contains(out+problem, step.contains) {
			t.Errorf("%v: %d, %q, %q", step.args, code, out, problem)
		}
	}
}

func TestScoresOfAFleetArePrinted(t *testing.T) {
	t.Parallel()
	at := "nats://" + startRecords(t).Addr()
	run := func(args ...string) (string, int) {
		code, out, errs := call(t, append([]string{"scores", "--fleet", at}, args...)...)
		return out + errs, code
	}
	var out string
	var code int
	testkit.Until(t, "the records answer, which begin just now", func() bool {
		out, code = run()
		return !strings.Contains(out, "answers for its records")
	})
	if code != 0 || !strings.Contains(out, "Ann") || !strings.Contains(out, "deathmatch") {
		t.Errorf("%d: %s", code, out)
	}
	if out, code := run("--json"); code != 0 || !strings.HasPrefix(out, `{"pilots":[{"rank":1,"name":"Ann"`) {
		t.Errorf("%d: %s", code, out)
	}
	if out, code := run("--me"); code != command.ExitUsage || !strings.Contains(out, "goes with no --fleet") {
		t.Errorf("%d: %s", code, out)
	}
	if out, code := run("--limit", "500"); code != command.ExitUsage || !strings.Contains(out, "must be 0 to 200") {
		t.Errorf("%d: %s", code, out)
	}
}

func TestAHubWithoutRecordsIsReported(t *testing.T) {
	t.Parallel()
	at := "nats://" + startHub(t, hub.Options{}).Addr()
	if _, problem, code := runFleet(t, "ban", "192.0.2.1", "--fleet", at); code != 1 || !strings.Contains(problem, "answers for its records") {
		t.Errorf("%d %q", code, problem)
	}
}
