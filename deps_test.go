package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// borders has a line for each package with a border of its own; a package without one has that of the folder above it. A line lists the
// packages of ours that it may import (prefixes of import paths) and the others that it must not import, with the reason.
var borders = []struct {
	folder string
	ours   []string
	never  []string
	why    string
}{
	{".", []string{"internal/cli"}, []string{"github.com"}, "The program is its command line."},
	{"cmd/dogfight-hub", []string{"internal/hub/cli"}, []string{"github.com"}, "The program is its command line."},
	{"sys", nil, []string{tcell, cobra}, "Files, panics, Unix sockets and the service manager: every package may use it, so it uses none."},
	{"testkit", nil, nil, "Aids that tests of several packages share. Only tests import it."},
	{"testkit/dialects", []string{"game", "net/enet", "net/link", "proto"}, nil, "Rigs for tests of foreign protocols."},
	{"game", []string{"game"}, impure, "The rules must give the same World on every machine."},
	{"game/career", []string{"game"}, []string{"net", "os", "database/sql"}, "Results of matches and their sums: plain data."},
	{"assets", []string{"game", "sys"}, []string{"net"}, "Data files know the tables that they fill."},
	{"proto", []string{"game", "proto"}, impure, "Messages to bytes and back. Nothing else may matter."},
	{"proto/dialect", []string{"game", "proto"}, impure, "Bytes and a view in, bytes and intents out. Nothing else may matter."},
	{"net", []string{"assets", "game", "net", "proto", "sys"}, []string{"net", "crypto/tls", tcell, webSocket}, "The netcode reaches the network through links, and draws nothing."},
	{"net/admission", []string{"sys"}, nil, "Limits and bans of addresses, for all listeners. It knows no protocol."},
	{"net/link", []string{"net/admission", "net/relay", "sys"}, nil, "A link moves bytes between two ends. It does not know their meaning."},
	{"net/relay", []string{"net/admission", "sys"}, nil, "A relay splices streams and forwards datagrams between hosts and clients. It knows neither links nor their meaning."},
	{"net/enet", []string{"net/admission", "net/link", "proto", "sys"}, nil, "Reliable packets over UDP, as libenet has them. It does not know their meaning."},
	{"net/lan", []string{"net/admission", "net/link", "proto", "sys"}, nil, "Finds matches on the local network and on this machine."},
	{"net/listing", []string{"game", "net", "proto"}, []string{tcell, webSocket}, "A public list of matches: who announces, lists and reads."},
	{"net/gateway", []string{"game", "net", "proto", "sys"}, []string{tcell}, "Dialect players become clients of a host."},
	{"net/foreign", []string{"game", "net", "proto", "sys"}, []string{tcell, webSocket}, "A match on another game's server, shown as one of ours."},
	{"net/playback", []string{"game", "net", "proto", "sys"}, []string{"net", tcell, webSocket}, "A replay shown as a match. Its caller passes the time."},
	{"net/swarm", []string{"assets", "game", "net", "proto", "sys"}, []string{tcell, webSocket}, "The load generator."},
	{"net/window", []string{"net/admission"}, []string{tcell}, "Remote terminals, whatever the door."},
	{"net/sshd", []string{"net/admission", "net/window", "sys"}, []string{tcell, webSocket}, "Lets players in by SSH, up to a terminal."},
	{"net/webd", []string{"net/admission", "net/window", "sys"}, []string{tcell}, "Lets players in by a browser, up to a terminal."},
	{"ui", []string{"assets", "game", "net", "proto", "sys", "ui"}, []string{"net", "crypto/tls"}, "Screens never see bytes of the wire."},
	{"ui/canvas", []string{"assets", "ui/canvas"}, []string{"net", tcell}, "Dots, cells and colours, for all who draw. It knows no match."},
	{"ui/input", []string{"game", "ui/input"}, []string{"net", tcell}, "Terminal bytes become key events, and held keys an Input. It has the player's settings."},
	{"ui/term", []string{"sys", "ui/canvas", "ui/input", "ui/term"}, []string{"net"}, "A terminal is a device."},
	{"ui/sound", []string{"game", "net", "ui/sound"}, []string{"net", tcell, "time", "os", "sync/atomic"}, "A View becomes sound samples. No device, no clock."},
	{"ui/sound/player", []string{"sys", "ui/sound"}, []string{"net", tcell}, "Plays samples with a program or the library of the system."},
	{"ui/play", []string{"assets", "game", "net", "proto", "ui/canvas", "ui/input", "ui/play"}, []string{"net", "crypto/tls", tcell}, "The match screen is drawn from a View."},
	{"ui/play/model", []string{"game", "net", "proto", "ui/canvas"}, []string{"net", tcell}, "What the screen knows of a match."},
	{"ui/play/scene", []string{"assets", "game", "ui/canvas", "ui/input", "ui/play/model"}, []string{"net", tcell}, "Space is drawn from the World."},
	{"ui/play/hud", []string{"game", "net", "proto", "ui/canvas", "ui/input", "ui/play/model", "ui/play/scene"}, []string{"net", tcell}, "Everything drawn over space: panel, chat, pages."},
	{"ui/menu", []string{"game", "ui/canvas", "ui/input"}, []string{"net", tcell}, "Pages of menus, drawn from values."},
	{"internal/cli", []string{"assets", "game", "internal", "net", "proto", "sys", "ui"}, []string{"net", tcell, webSocket}, "Commands read flags and call the other packages."},
	{"internal/command", []string{"sys"}, []string{tcell}, "Habits that the command lines of both programs share."},
	{"internal/server", []string{"assets", "game", "internal", "net", "proto", "sys", "ui"}, []string{tcell, cobra, webSocket}, "Rooms and doors of a running server."},
	{"internal/session", []string{"assets", "game", "internal/config", "internal/fleet", "internal/records", "internal/replays", "net", "proto", "sys", "ui"}, []string{tcell, cobra}, "Joins matches for screens. It hosts none and reads no flags."},
	{"internal/config", []string{"internal/identity", "internal/records", "internal/replays", "net/listing", "net/relay", "proto", "sys", "ui/input"}, []string{"net", tcell, cobra}, "The files of the user and of a server."},
	{"internal/records", []string{"game/career"}, []string{"net", "github.com/jackc"}, "The database of matches and pilots."},
	{"internal/replays", []string{"game", "net", "proto", "sys"}, []string{"net", tcell, cobra}, "The folder of replays."},
	{"internal/identity", []string{"sys"}, []string{"net"}, "Keys of players and proofs that link them."},
	{"internal/export", []string{"assets", "game", "net", "proto", "ui"}, []string{"net", tcell, cobra}, "Films of replays."},
	{"internal/ops", []string{"internal/ops/hush", "net", "proto", "sys"}, []string{tcell, cobra}, "Figures, health and the console, for operators."},
	{"internal/ops/hush", nil, []string{"net", "github.com"}, "It is initialised before the packages that it silences."},
	{"internal/door", []string{"game", "internal/fleet", "internal/ops", "net", "proto", "sys"}, []string{tcell, cobra, nats, webSocket}, "Sends players of a fleet to hosts."},
	{"internal/fleet", []string{"game/career", "internal/fleet", "internal/identity", "internal/records", "net/admission", "proto", "sys"}, []string{"net", tcell, cobra, nats}, "Messages and decisions of a fleet, whatever the bus."},
	{"internal/fleet/fleettest", []string{"internal/fleet", "sys"}, []string{tcell, cobra, nats}, "A fleet without a bus, for tests."},
	{"internal/fleet/overnats", []string{"internal/fleet", "sys"}, []string{tcell, cobra, natsServer}, "A fleet's messages over NATS."},
	{"internal/hub", []string{"internal/fleet", "internal/identity", "internal/ops", "internal/records", "net/admission", "proto", "sys"}, []string{tcell, cobra}, "The middle of a fleet."},
	{"internal/hub/cli", []string{"internal/command", "internal/config", "internal/hub", "internal/ops", "net/listing", "sys"}, []string{"net", tcell, natsServer, nats}, "The hub's command line reads flags and calls the hub."},
}

const (
	tcell = "github.com/gdamore/tcell/v2"
	cobra = "github.com/spf13/cobra"

	webSocket = "github.com/coder/websocket"

	nats       = "github.com/nats-io/nats.go"
	natsServer = "github.com/nats-io/nats-server"
)

// atHome lists the only packages that may import a module of others: modules that are large, or must not be in the game.
var atHome = map[string][]string{
	nats:                       {"internal/fleet/overnats", "internal/hub"},
	natsServer:                 {"internal/hub"},
	"github.com/nats-io/nkeys": {"internal/fleet/overnats", "internal/hub"},

	"github.com/ebitengine/oto": {"ui/sound/player"},
}

// module returns the first three parts of an import path: host, owner and name.
func module(name string) string {
	parts := strings.SplitN(name, "/", 4)
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// impure lists the packages that would make a World depend on more than its orders.
var impure = []string{"context", "math/rand", "math/rand/v2", "net", "os", "sync", "sync/atomic", "time"}

func TestImportsStayWithinTheBorders(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		i := borderOf(path.Dir(filepath.ToSlash(file)))
		if i < 0 {
			t.Errorf("%s: no border covers its imports", file)
			return nil
		}
		seen[borders[i].folder] = true
		checkImports(t, file, i)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range borders {
		if !seen[b.folder] {
			t.Errorf("%s: expected files there, found none: is the rule out of date?", b.folder)
		}
	}
}

// floors are the top-level folders, from the lowest: a package imports its own floor and those below it.
var floors = []string{"sys", "game", "assets", "proto", "net", "ui", "internal", "cmd", ".", "testkit"}

func floorOf(folder string) int {
	top, _, _ := strings.Cut(folder, "/")
	return slices.Index(floors, top)
}

// borderOf returns the index of the longest folder that dir is or lies in, or -1.
func borderOf(dir string) int {
	best := -1
	for i, b := range borders {
		if (dir == b.folder || strings.HasPrefix(dir, b.folder+"/")) && (best < 0 || len(b.folder) > len(borders[best].folder)) {
			best = i
		}
	}
	return best
}

func checkImports(t *testing.T, file string, border int) {
	b := borders[border]
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Error(err)
		return
	}
	for _, spec := range parsed.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if within(name, []string{"dogfight/testkit"}) || strings.HasSuffix(name, "test") && !strings.HasSuffix(path.Dir(file), "test") {
			t.Errorf("%s imports %s: it is for tests alone", file, name)
		}
		if home, ok := atHome[module(name)]; ok && !within(path.Dir(file), home) {
			t.Errorf("%s imports %s: only %s may", file, name, strings.Join(home, " and "))
		}
		if within(name, []string{"github.com/chromedp"}) {
			t.Errorf("%s imports %s: browsers are driven by tests alone", file, name)
		}
		if own, ok := strings.CutPrefix(name, "dogfight/"); ok {
			if !within(own, b.ours) {
				t.Errorf("%s imports %s: %s", file, name, b.why)
			}
			if floorOf(own) > floorOf(path.Dir(file)) {
				t.Errorf("%s imports %s, of a higher floor", file, name)
			}
		} else if name != "net/netip" && within(name, b.never) { // an address is not a network
			t.Errorf("%s imports %s: %s", file, name, b.why)
		}
	}
	switch b.folder {
	case "game", "proto":
		checkPure(t, file, parsed, b.why)
		if file != "proto/bytereader.go" { // which reads floats of foreign wires
			checkNoFloats(t, file, parsed, b.why)
		}
	case "proto/dialect": // foreign wires have floats
		checkPure(t, file, parsed, b.why)
	}
}

func within(name string, prefixes []string) bool {
	for _, p := range prefixes {
		if name == p || strings.HasPrefix(name, p+"/") {
			return true
		}
	}
	return false
}

// checkPure finds maps, goroutines and channels.
func checkPure(t *testing.T, file string, parsed *ast.File, why string) {
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.MapType:
			t.Errorf("%s has a map, which has no order: %s", file, why)
		case *ast.GoStmt, *ast.ChanType, *ast.SelectStmt:
			t.Errorf("%s has a goroutine or a channel: %s", file, why)
		}
		return true
	})
}

func checkNoFloats(t *testing.T, file string, parsed *ast.File, why string) {
	ast.Inspect(parsed, func(n ast.Node) bool {
		if n, ok := n.(*ast.Ident); ok && (n.Name == "float64" || n.Name == "float32") {
			t.Errorf("%s has a %s: %s", file, n.Name, why)
		}
		return true
	})
}

// TestTheGameHasNoServerOfTheBusInIt: a player needs neither a hub nor its databases, which would double the size of the program.
func TestTheGameHasNoServerOfTheBusInIt(t *testing.T) {
	all, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(all))
	if !slices.Contains(packages, "dogfight/internal/cli") {
		t.Fatalf("expected the game's packages, got %d others", len(packages))
	}
	for _, name := range packages {
		if within(name, []string{natsServer, "github.com/jackc/pgx", "dogfight/internal/hub"}) {
			t.Errorf("the game links %s", name)
		}
	}
}
