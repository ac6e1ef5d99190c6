package cli

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/game/career"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/ui/play/playtest"
)

// testMatch is a match of bots to write to a file.
type testMatch struct {
	ticks  int
	host   config.Dirs                   // its certificate signs the seal; zero for no seal
	forge  func(w *game.World, tick int) // changes the World that is written
	deed   func(events []game.Event)     // changes the events that are written
	result func(r *career.Match)
	noChat bool // no chat
}

// bytes plays the match of three bots and returns its file.
func (c testMatch) bytes(t *testing.T) []byte {
	t.Helper()
	arena, err := assets.Arena("duel")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	w := game.NewWorldAt(s, 7, 100)
	head := replay.NewHead(s, w.Tick)
	head.Program, head.Whole, head.Seed, head.Host, head.Number, head.Started = "0.1.0", true, 7, 0xabc, 2, 1795437031000
	e := replay.NewWriter(head, s, &w)
	bots, orders := make([]bot.Bot, 3), []game.Order{}
	var roster []proto.Pilot
	for i, name := range []string{"Ann", "Vega", "Rigel"} {
		bots[i] = bot.New(4, uint64(i)+1)
		orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i)})
		roster = append(roster, proto.Pilot{ID: uint16(i + 1), Slot: uint8(i), Flags: proto.PilotFlags(min(i, 1)) * proto.BotPilot, Name: name})
	}
	e.Roster(roster)
	var events game.Events
	truth := w
	for tick := range c.ticks {
		for i := range bots {
			if in := bots[i].Fly(&w, s, i); w.Ships[i].State != game.Empty && in != w.Ships[i].Input && w.Ships[i].AcceptsInput() {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
			}
		}
		events.List = events.List[:0]
		w.Step(s, orders, &events)
		if c.deed != nil {
			c.deed(events.List)
		}
		if truth = w; c.forge != nil {
			c.forge(&truth, tick)
		}
		e.Tick(orders, &truth, truth.Hash(), events.List)
		if orders = orders[:0]; tick == 100 && !c.noChat {
			e.Say(1, "hello there")
		}
	}
	r := &career.Match{}
	for i, p := range roster {
		ship := &w.Ships[i]
		r.Flights = append(r.Flights, career.Flight{
			Pilot: p.ID, Slot: p.Slot, Skill: min(i, 1) * 4, Place: i + 1, Score: ship.Score, Kills: int(ship.Kills), Deaths: int(ship.Deaths),
			Assists: int(ship.Assists), Flown: career.TimeOf(game.Tick(c.ticks)), Name: p.Name, Class: "fighter", Weapon: "cannon",
		})
	}
	if c.result != nil {
		c.result(r)
	}
	var certificate []byte
	var sign func([]byte) ([]byte, error)
	if c.host != (config.Dirs{}) {
		cert, err := link.Certificate(c.host.HostCertificate())
		if err != nil {
			t.Fatal(err)
		}
		certificate = cert.Certificate[0]
		sign = func(digest []byte) ([]byte, error) {
			return cert.PrivateKey.(*ecdsa.PrivateKey).Sign(rand.Reader, digest, crypto.SHA256)
		}
	}
	if err := e.End(r, &truth, certificate, sign); err != nil {
		t.Fatal(err)
	}
	return e.Take(nil)
}

// inFile writes bytes to a temporary file.
func inFile(t *testing.T, b []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "match.dogfight")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// otherRules changes a file to one of other rules.
func otherRules(b []byte) []byte {
	const head = 1
	return playtest.Forge(b, func(kind byte, payload []byte) {
		if kind == head {
			payload[0] ^= 0xff // of the fingerprint
			binary.BigEndian.PutUint16(payload[4:], 2)
		}
	})
}

// one parses a single line of JSON.
func one[T any](t *testing.T, out string) (v T) {
	t.Helper()
	if strings.Count(out, "\n") != 1 {
		t.Fatalf("expected a line, got %q", out)
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVerifyChecksTheSeal(t *testing.T) {
	t.Parallel()
	ann := newUser(t)
	path := inFile(t, testMatch{ticks: 1500, host: ann.Dirs}.bytes(t))
	code, out, errs := ann.call("replay", "verify", path)
	if code != command.ExitOK || errs != "" || !strings.Contains(out, ": verified: 0:25, 1500 ticks, ") || !strings.Contains(out, "times real time\n") ||
		!strings.Contains(out, ": sealed by SHA256:") || !strings.Contains(out, "; your own host; it proves that this host recorded the match, not that it is honest\n") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
	fingerprint := link.FileFingerprint(ann.HostCertificate())
	if err := os.Remove(ann.HostCertificate()); err != nil {
		t.Fatal(err)
	}
	if _, out, _ := ann.call("replay", "verify", path); !strings.Contains(out, "a host that you have not met") {
		t.Errorf("of a stranger: %q", out)
	}
	if err := link.NewKnownHosts(ann.KnownHosts()).Remember("example.org:7777", fingerprint); err != nil {
		t.Fatal(err)
	}
	if _, out, _ := ann.call("replay", "verify", path); !strings.Contains(out, "the host that you know at example.org:7777") {
		t.Errorf("of a host that is known: %q", out)
	}
	_, out, _ = ann.call("replay", "verify", "--json", path)
	if v := one[verification](t, out); !v.Holds || v.Ticks != 1500 || v.Seal.State != "good" || v.Seal.SignedBy != fingerprint || v.Seal.Known[0] != "example.org:7777" || v.TimesReal < 1 {
		t.Errorf("as JSON: %q", out)
	}
}

func TestVerifyReportsAMissingSeal(t *testing.T) {
	t.Parallel()
	code, out, errs := call(t, "replay", "verify", inFile(t, testMatch{ticks: 300}.bytes(t)))
	if code != command.ExitOK || errs != "" || !strings.Contains(out, ": no seal: ") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
}

func TestVerifyRefusesTheSealOfAnotherFile(t *testing.T) {
	ann := newUser(t)
	whole := testMatch{ticks: 300, host: ann.Dirs}.bytes(t)
	other := testMatch{ticks: 300, host: ann.Dirs, noChat: true}.bytes(t)
	f, err := replay.Parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	g, err := replay.Parse(other)
	if err != nil {
		t.Fatal(err)
	}
	w, last, err := f.Cut(0, f.LastTick)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.End(f.Result, last, g.Seal.Certificate, func([]byte) ([]byte, error) { return g.Seal.Signature, nil }); err != nil {
		t.Fatal(err)
	}
	code, out, errs := ann.call("replay", "verify", inFile(t, w.Take(nil)))
	if code != command.ExitFailure || errs != "dogfight: this replay does not hold\n" || !strings.Contains(out, ": wrong seal: ") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
}

func TestVerifyPrintsTickAndShipsOfTheFirstDifference(t *testing.T) {
	t.Parallel()
	path := inFile(t, testMatch{ticks: 1500, forge: func(w *game.World, tick int) {
		if tick >= 700 {
			w.Ships[1].HP = 1 + w.Ships[1].HP%2
		}
	}}.bytes(t))
	code, out, errs := call(t, "replay", "verify", path)
	if code != command.ExitFailure || errs != "dogfight: this replay does not hold\n" || !strings.Contains(out, "slot 1 (Vega)") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
	_, out, _ = call(t, "replay", "verify", "--json", path)
	v := one[verification](t, out)
	// One bit of each tick's hash is stored, so a difference may be found some ticks late.
	if v.Holds || v.Difference == nil || v.Difference.Tick < 801 || v.Difference.Tick > 830 || len(v.Difference.Slots) == 0 {
		t.Errorf("as JSON: %q", out)
	}
}

func TestVerifyFindsForgedKillsAndResults(t *testing.T) {
	t.Parallel()
	killed := 0
	kills := inFile(t, testMatch{ticks: 3000, deed: func(events []game.Event) {
		for i := range events {
			if events[i].Kind == game.EventKill {
				events[i].By, killed = 2-events[i].By, killed+1
			}
		}
	}}.bytes(t))
	result := inFile(t, testMatch{ticks: 600, result: func(r *career.Match) { r.Flights[1].Kills = 40 }}.bytes(t))
	for path, want := range map[string]string{kills: "it has an event that did not happen, slot ", result: "tick 700, at 0:10.0: the result is another than the one played, slot 1 (Vega)"} {
		if code, out, _ := call(t, "replay", "verify", path); code != command.ExitFailure || !strings.Contains(out, want) {
			t.Errorf("exit code %d, %q, expected %q", code, out, want)
		}
	}
	if killed == 0 {
		t.Error("no ship was destroyed")
	}
}

func TestVerifyReadsATornReplay(t *testing.T) {
	t.Parallel()
	b := testMatch{ticks: 1500}.bytes(t)
	code, out, errs := call(t, "replay", "verify", inFile(t, b[:len(b)*3/4]))
	if code != command.ExitOK || errs != "" || !strings.Contains(out, ": torn after 0:") || !strings.Contains(out, ": verified: ") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
}

func TestVerifyRefusesABrokenReplay(t *testing.T) {
	t.Parallel()
	b := testMatch{ticks: 1500}.bytes(t)
	b[len(b)/2] ^= 1
	code, out, _ := call(t, "replay", "verify", inFile(t, b))
	if code != command.ExitFailure || !strings.Contains(out, ": broken after 0:") || !strings.Contains(out, ": verified: ") {
		t.Errorf("exit code %d, %q", code, out)
	}
	code, out, _ = call(t, "replay", "verify", "--json", inFile(t, b))
	if code != command.ExitFailure || !strings.Contains(out, `"holds":false`) || !strings.Contains(out, `"broken":true`) {
		t.Errorf("exit code %d, %q", code, out)
	}
}

func TestVerifyAcceptsManyReplays(t *testing.T) {
	t.Parallel()
	good, bad := inFile(t, testMatch{ticks: 200}.bytes(t)), inFile(t, []byte("a letter"))
	code, out, errs := call(t, "replay", "verify", bad, good, filepath.Join(t.TempDir(), "none"))
	if code != command.ExitFailure || errs != "dogfight: 2 of 3 replays do not hold\n" || !strings.Contains(out, bad+": it is no replay\n") || !strings.Contains(out, good+": verified: ") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
	if code, out, errs := call(t, "replay", "verify", "missing"); code != command.ExitFailure || out != "" || errs != "dogfight: no replay called \"missing.dogfight\"\n" {
		t.Errorf("a missing file: exit code %d, %q, %q", code, out, errs)
	}
}

func TestInfoDescribesAReplay(t *testing.T) {
	t.Parallel()
	path := inFile(t, testMatch{ticks: 3000}.bytes(t))
	code, out, errs := call(t, "replay", "info", path, "--chat", "--kills")
	for _, want := range []string{"deathmatch in duel, 0:50, from its beginning", "pilots    Ann, 2 bots", " a minute", "no seal", "plays     yes", "Ann: hello there", " destroyed ", "K/D/A"} {
		if code != command.ExitOK || errs != "" || !strings.Contains(out, want) {
			t.Errorf("exit code %d, %q, %q, expected %q", code, out, errs, want)
		}
	}
	if _, out, _ := call(t, "replay", "info", path); strings.Contains(out, "hello there") || strings.Contains(out, " destroyed ") {
		t.Errorf("chat and kills are printed without their flags: %q", out)
	}
	_, out, _ = call(t, "replay", "info", path, "--json")
	info := one[replayInfo](t, out)
	s := info.Sizes
	if info.Ticks != 3000 || info.Host != "0000000000000abc" || info.Match != 2 || len(info.Pilots) != 3 || info.Pilots[0].Bot || !info.Pilots[1].Bot || len(info.Chat) != 1 ||
		len(info.Kills) == 0 || info.Result == nil || s.Orders+s.Keyframes+s.Notes+s.State+s.Rest != info.Bytes || s.AMinute < 1000 || info.RecordedAt != "2026-11-23T12:30:31Z" {
		t.Errorf("as JSON: %q", out)
	}
}

func TestAReplayOfOtherRulesIsDescribedAndNotPlayed(t *testing.T) {
	t.Parallel()
	path := inFile(t, otherRules(testMatch{ticks: 3000}.bytes(t)))
	code, out, errs := call(t, "replay", "info", path)
	for _, want := range []string{"plays     not here: it was played by rules version 2 ", " in version 0.1.0 of the program\n          this one has ", "Ann: hello there", " destroyed ", "K/D/A"} {
		if code != command.ExitOK || errs != "" || !strings.Contains(out, want) {
			t.Errorf("exit code %d, %q, %q, expected %q", code, out, errs, want)
		}
	}
	output := filepath.Join(t.TempDir(), "part")
	for _, args := range [][]string{{"verify", path}, {"stats", path}, {"cut", path, "--output", output}} {
		code, out, errs := call(t, append([]string{"replay"}, args...)...)
		output := out + errs
		if code != command.ExitFailure || !strings.Contains(output, path+": it was played by rules version 2 ") || !strings.Contains(output, " in version 0.1.0 of the program") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q, %q", args, code, out, errs)
		}
	}
	if _, err := os.Stat(output); err == nil {
		t.Error("a part of it was written")
	}
}

func TestCutWritesAReplay(t *testing.T) {
	t.Parallel()
	path := inFile(t, testMatch{ticks: 3000}.bytes(t))
	part := filepath.Join(t.TempDir(), "part.dogfight")
	code, out, errs := call(t, "replay", "cut", path, "--from", "10s", "--to", "20.5s", "--output", part)
	if code != command.ExitOK || errs != "" || !strings.HasPrefix(out, part+": 0:10.5, ") {
		t.Fatalf("exit code %d, %q, %q", code, out, errs)
	}
	if code, out, _ := call(t, "replay", "verify", part); code != command.ExitOK || !strings.Contains(out, "630 ticks") {
		t.Errorf("exit code %d, %q", code, out)
	}
	_, out, _ = call(t, "replay", "info", part, "--json")
	if info := one[replayInfo](t, out); info.FirstTick != 700 || info.Whole || info.Result != nil || len(info.Pilots) != 3 {
		t.Errorf("it is %q", out)
	}
	before, _ := os.ReadFile(part)
	if code, _, errs := call(t, "replay", "cut", path, "--output", part); code != command.ExitUsage || !strings.Contains(errs, "is there already; --force writes over it") {
		t.Errorf("exit code %d, %q", code, errs)
	}
	if after, _ := os.ReadFile(part); string(after) != string(before) {
		t.Error("a file was written over")
	}
	if code, _, errs := call(t, "replay", "cut", path, "--from", "30s", "-o", part, "--force"); code != command.ExitOK {
		t.Errorf("exit code %d, %q", code, errs)
	}
	_, out, _ = call(t, "replay", "info", part, "--json")
	if info := one[replayInfo](t, out); info.Ticks != 1200 || info.Result == nil {
		t.Errorf("a cut to the end is %q", out)
	}
}

func TestWrongCutsAreRefusedInOneLine(t *testing.T) {
	path := inFile(t, testMatch{ticks: 600}.bytes(t))
	for line, want := range map[string]string{
		"":                            "--output: must be a file to write to",
		"-o x --from 10s":             "--from: must be 0s or more and below 10s, where the replay ends, got 10s",
		"-o x --from -1s":             "--from: must be 0s or more",
		"-o x --from 3s --to 2s":      "--to: must be after --from 3s, got 2s",
		"-o x --from soon":            `--from: "soon" is not a time, such as 90s or 5m`,
		"-o x --from 9.999s --to 11s": "",
	} {
		t.Chdir(t.TempDir())
		code, _, errs := call(t, append([]string{"replay", "cut", path}, strings.Fields(line)...)...)
		if want == "" && code != command.ExitOK || want != "" && (code != command.ExitUsage || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want)) {
			t.Errorf("%q: exit code %d, %q", line, code, errs)
		}
	}
}

func TestStatsEqualTheResult(t *testing.T) {
	t.Parallel()
	path := inFile(t, testMatch{ticks: 3000}.bytes(t))
	code, out, errs := call(t, "replay", "stats", path)
	if code != command.ExitOK || errs != "" || !strings.HasPrefix(out, "deathmatch in duel, 0:50, not finished\n") || !strings.Contains(out, "Rigel") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
	_, out, _ = call(t, "replay", "stats", path, "--json")
	counted := one[replayResult](t, out)
	_, out, _ = call(t, "replay", "info", path, "--json")
	result := one[replayInfo](t, out).Result
	kills := 0
	for _, of := range result.Flights {
		for _, f := range counted.Flights {
			if f.Pilot == of.Pilot && (f.Kills != of.Kills || f.Deaths != of.Deaths || f.Score != of.Score || f.Bot != of.Bot || f.Skill != of.Skill || f.Shots < f.Hits || f.Seconds != of.Seconds) {
				t.Errorf("counted %+v, expected %+v", f, of)
			}
		}
		kills += of.Kills
	}
	if len(counted.Flights) != 3 || kills == 0 {
		t.Errorf("counted %+v", counted)
	}
}

func TestReplayRefusesOtherFilesInOneLine(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := inFile(t, []byte("Dear Ann"))
	short := inFile(t, playtest.Record(t, playtest.Match{Ships: 2, Ticks: 9})[:40])
	for path, want := range map[string]string{
		filepath.Join(folder, "none"): "there is no file",
		"no-such-replay":              "no replay called",
		folder:                        "is a folder",
		text:                          "it is no replay",
		short:                         "it is the beginning of a replay",
	} {
		code, out, err := call(t, "replay", path)
		if code != 1 || out != "" || !strings.Contains(err, want) || strings.Count(err, "\n") != 1 {
			t.Errorf("%s: exit code %d, %q, %q", path, code, out, err)
		}
	}
}

func TestReplayDescribesAReplayOfOtherRules(t *testing.T) {
	t.Parallel()
	b := playtest.Record(t, playtest.Match{Ships: 8, Ticks: 2400, OtherRules: true, Each: playtest.ChatAt(60, 2, "hello")})
	path := inFile(t, b)
	code, out, err := call(t, "replay", path)
	if code != 0 || err != "" {
		t.Fatalf("exit code %d, %q", code, err)
	}
	for _, want := range []string{"Friday", "deathmatch", "it was played by rules version", "Bot 2: hello", " destroyed ", "No pilot has flown"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
}
