package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// borders says what the files of a folder (and of those below it, unless they
// have a line of their own) may import of ours, and which packages of others
// they must not, each with the reason.
var borders = []struct {
	folder string
	ours   []string // prefixes of import paths below dogfight/
	never  []string // import paths
	why    string
}{
	{"game", []string{"game"}, impure,
		"the rules must give the same World on every machine"},
	{"proto", []string{"game", "proto"}, impure,
		"bytes in, messages out: nothing else may matter"},
	{"proto/bytereader", nil, impure,
		"it reads bytes for every protocol, so it knows none"},
	{"proto/skeleton/generate", nil, []string{"net"},
		"it makes a table when somebody asks for it, and never runs with the game"},
	{"proto/dialect", []string{"game", "proto"}, impure,
		"bytes and what there is to see in, bytes and intents out: nothing else may matter"},
	{"assets", []string{"game", "internal/atomicfile"}, []string{"net"},
		"data files know the tables that they fill, and nothing above them"},
	{".", []string{"internal/cli"}, []string{"github.com"},
		"the program is its command line"},
	{"internal/cli", []string{"assets", "game", "internal", "net", "proto", "ui"}, []string{"net", tcell, webSocket},
		"commands read flags and hand over"},
	{"internal/server", []string{"assets", "game", "internal/career", "internal/crash", "internal/fleet", "internal/export/svg", "internal/home", "internal/ops", "internal/recording", "internal/replays", "internal/session", "internal/stats", "internal/atomicfile", "internal/identity", "internal/systemd", "net", "proto", "ui"}, []string{tcell, cobra, webSocket},
		"it runs a match, whoever asks for it"},
	{"internal/door", []string{"game", "internal/crash", "internal/fleet", "net", "proto"}, []string{tcell, cobra, nats, webSocket},
		"it sends players to hosts; who draws for them, and how the fleet is reached, is not its business"},
	{"internal/fleet", []string{"internal/crash", "internal/fleet", "proto"}, []string{"net", tcell, cobra, nats},
		"what those of a fleet say to each other; how it is carried is overnats' business"},
	{"internal/fleet/overnats", []string{"internal/atomicfile", "internal/crash", "internal/fleet"}, []string{tcell, cobra, natsServer},
		"the one way of a fleet's bytes over NATS; what they say is not its business"},
	{"internal/hub", []string{"internal/atomicfile", "internal/career", "internal/crash", "internal/database", "internal/fleet", "internal/hub/limitlog", "internal/identity", "internal/stats", "net/admission", "net/bans", "proto"}, []string{tcell, cobra},
		"the middle of a fleet; nothing is played there"},
	{"internal/hub/cli", []string{"internal/atomicfile", "internal/command", "internal/crash", "internal/home", "internal/hub"}, []string{"net", tcell, natsServer, nats},
		"the command line of the hub reads flags and hands over"},
	{"cmd/dogfight-hub", []string{"internal/hub/cli"}, []string{"github.com"},
		"the program is its command line"},
	{"internal/fleet/outbox", []string{"internal/atomicfile", "internal/career", "internal/crash", "internal/fleet", "internal/identity", "internal/stats", "proto"}, []string{"net", tcell, cobra, nats},
		"results on the disk until somebody has taken them; who that is, is not its business"},
	{"internal/fleet/keeper", []string{"internal/crash", "internal/fleet"}, []string{"net", tcell, cobra, nats},
		"who may play a match; what a match is, and how bytes travel, is not its business"},
	{"internal/fleet/view", []string{"internal/fleet"}, []string{"net", tcell, cobra, nats},
		"what the directory has, in memory; who asks, and what for, is not its business"},
	{"internal/fleet/placing", []string{"internal/fleet"}, []string{"net", tcell, cobra, nats},
		"who plays where, told the time and what there is; how they get there is not its business"},
	{"internal/fleet/registry", []string{"internal/atomicfile", "internal/fleet", "internal/identity", "internal/stats", "net/bans", "proto"}, []string{"net", tcell, cobra, nats},
		"what is known of players beyond a match; who keeps it is not its business"},
	{"internal/fleet/fleettest", []string{"internal/crash", "internal/fleet"}, []string{tcell, cobra, nats},
		"a fleet without a bus, for tests; who its members are is not its business"},
	{"internal/fleet/ticket", []string{"internal/fleet", "proto"}, []string{"net", tcell, cobra, nats},
		"who may go where, told the time; how they get there is not its business"},
	{"internal/daily", []string{"assets", "game", "internal/crash", "internal/stats", "net", "proto"}, []string{"net", tcell, cobra},
		"what is played on a day, and what became of it; who shows that is not its business"},
	{"internal/laps", []string{"game", "proto"}, []string{"net", tcell, cobra},
		"it flies laps again; who claims them, and where they are kept, is not its business"},
	{"internal/replays", []string{"game", "internal/atomicfile", "internal/crash", "net", "proto"}, []string{"net", tcell, cobra},
		"files of matches; who plays them, and who wants to see them, is not its business"},
	{"internal/recording", []string{"game", "internal/career", "internal/crash", "internal/laps", "internal/stats", "net", "ui/play"}, []string{tcell, cobra},
		"it turns matches into records; where they are played is not its business"},
	{"internal/session", []string{"game", "internal/atomicfile", "internal/crash", "internal/fleet", "internal/home", "internal/recording", "internal/replays", "net", "proto", "ui"}, []string{tcell, cobra},
		"it joins matches for screens; it hosts none and reads no flags"},
	{"internal/export", []string{"assets", "game", "internal/export", "net", "proto", "ui"}, []string{"net", tcell, cobra},
		"it makes films of replays; where files are, and who asks, is not its business"},
	{"internal/export/svg", []string{"assets", "game", "net", "proto", "ui/canvas", "ui/palette", "ui/play"}, []string{"net", tcell, cobra},
		"it draws from the World in shapes: no screen is there"},
	{"internal/home", []string{"internal/identity", "internal/stats", "proto"}, []string{"net", tcell, cobra},
		"it knows files; what is done with them is not its business"},
	{"internal/tournament", []string{"assets", "game", "internal/crash"}, []string{"net", tcell, cobra},
		"it lets bots fight; who asks, and how that is shown, is not its business"},
	{"internal/ops", []string{"internal/crash", "internal/ops/hush", "internal/unixsocket", "net", "net/admission", "net/link", "net/origin", "proto"}, []string{tcell, cobra},
		"it tells what it is told; who plays, and where players come in, is not its business"},
	{"internal/ops/hush", nil, []string{"net", "github.com"},
		"it must be initialised before all that it keeps silent"},
	{"internal/systemd", nil, []string{tcell, cobra},
		"it speaks with a service manager; what of is not its business"},
	{"internal/unixsocket", nil, []string{tcell, cobra},
		"it listens at a path; what is said there is not its business"},
	{"internal/command", []string{"internal/crash"}, []string{tcell},
		"the habits of command lines know no command"},
	{"internal/crash", nil, nil,
		"everybody may use it, so it may use nobody"},
	{"internal/rapidtest", nil, []string{"net"},
		"it sets flags of random checks; what is checked is not its business"},
	{"internal/waittest", nil, []string{"net", "github.com"},
		"every test may use it, so it may use nothing"},
	{"internal/atomicfile", []string{"internal/crash"}, []string{"net"},
		"everybody may use it, so it may use nearly nobody"},
	{"internal/identity", []string{"internal/identity", "internal/atomicfile"}, []string{"net"},
		"a key says who somebody is; where he plays is not its business"},
	{"internal/serverfile", []string{"internal/atomicfile", "internal/tomlfile"}, []string{"net", tcell, cobra},
		"a file of keys and values; what they mean to a host is not its business"},
	{"internal/tomlfile", nil, []string{"net", "os"},
		"it looks at what was parsed; whose file that is is not its business"},
	{"internal/settings", []string{"internal/tomlfile", "internal/replays", "proto", "ui/controls", "ui/keys", "internal/atomicfile"}, []string{"net"},
		"a file of settings; who obeys them is not its business"},
	{"internal/career", nil, []string{"net", "os", "database/sql"},
		"what careers are made of; who keeps and who shows them is not its business"},
	{"internal/database", []string{"internal/database"}, []string{"net", "github.com", "modernc.org"},
		"it speaks SQL to whatever database it is handed: drivers are for those who open one"},
	{"internal/database/postgrestest", nil, []string{"github.com"},
		"it starts a program, for tests; what they ask it is not its business"},
	{"internal/stats", []string{"internal/career", "internal/database"}, []string{"net", "github.com/jackc"},
		"a file of matches and pilots; who plays them is not its business"},
	{"net/admission", nil, nil,
		"it counts connections; what is spoken over them is not its business"},
	{"net/link", []string{"internal/crash", "net/admission", "net/link"}, nil,
		"a link moves bytes; it must not know what they mean"},
	{"net/link/datagram", []string{"net/antiamp", "net/link/udp"}, []string{"net"},
		"it seals datagrams and decides where they go; sockets are net/link/udp's"},
	{"net/link/lossy", []string{"net/link"}, nil,
		"it spoils a link, for tests; what travels there is not its business"},
	{"net/link/query", []string{"net/admission", "net/antiamp", "net/link/datagram", "net/link/udp"}, nil,
		"it carries questions and answers; it must not know what they mean"},
	{"net/link/trust", []string{"internal/atomicfile"}, []string{"net"},
		"it knows hosts by their certificates; how they are reached is not its business"},
	{"net/link/udp", []string{"internal/crash"}, nil,
		"it moves datagrams; what is in them is not its business"},
	{"net/antiamp", nil, nil,
		"it counts what goes to an address, for every listener on UDP; what that means is not its business"},
	{"net/tickclock", nil, []string{"net"},
		"it counts ticks; what is done in them is not its business"},
	{"net/enet", []string{"internal/crash", "net/antiamp", "net/link/udp", "proto/bytereader"}, nil,
		"it moves bytes for other people's programs; it must not know what they mean"},
	{"net/enet/enettest", []string{"net/enet", "net/link/udp"}, nil,
		"a client and programs of others, for tests; what is said over ENet is not its business"},
	{"net/relaytest", nil, nil,
		"it loses and delays datagrams, for tests; what is in them is not its business"},
	{"net/bans", []string{"internal/atomicfile"}, []string{"net"},
		"a list of names and addresses; who heeds it is not its business"},
	{"net/password", []string{"internal/crash"}, []string{"net", "crypto/tls"},
		"it deals in texts; who carries them is not its business"},
	{"net/admin", []string{"internal/crash", "internal/unixsocket", "net", "net/admission", "proto/skeleton"}, nil,
		"it speaks for the host, over a socket of its own"},
	{"net/lan", []string{"internal/crash", "net/antiamp"}, nil,
		"it finds addresses; what is played there is for others to ask"},
	{"net/gateway", []string{"game", "internal/crash", "net", "proto"}, []string{tcell},
		"it lets players in who speak otherwise; they become clients like all"},
	{"net/playback", []string{"game", "net", "proto"}, []string{"net", tcell, webSocket},
		"it shows a file: nothing goes over a network, and time is what it is told"},
	{"net/foreign", []string{"game", "internal/crash", "net", "proto"}, []string{tcell, webSocket},
		"it plays on servers of others, and shows that as a match of ours"},
	{"net/sshd", []string{"internal/crash", "net/admission", "net/brake", "net/window", "internal/atomicfile"}, []string{tcell, webSocket},
		"it lets people in; what they come for is not its business"},
	{"net/webd/page", nil, []string{tcell},
		"it serves files; what is played with them is not its business"},
	{"net/webd", []string{"internal/atomicfile", "internal/crash", "net/admission", "net/brake", "net/origin", "net/window"}, []string{tcell},
		"it lets people in; what they come for is not its business"},
	{"net/webd/webdtest", nil, []string{tcell},
		"a browser's page, written from the specification alone: tests hold the door against it"},
	{"net/window", []string{"net/admission"}, []string{tcell},
		"terminals at the other end of connections, by whatever door"},
	{"net/origin", nil, nil,
		"it reads what browsers say of a page; what that page may do is not its business"},
	{"net/brake", nil, nil,
		"it counts bytes; whose they are is not its business"},
	{"net", []string{"assets", "game", "internal/crash", "net", "proto"}, []string{"net", "crypto/tls", tcell, webSocket},
		"the netcode reaches the network through links alone, and draws nothing"},
	{"ui/cells", nil, []string{"net", tcell},
		"what a terminal shows, for those who draw and those who send it"},
	{"ui/keys", nil, []string{"net", tcell},
		"bytes become Events, and nothing else"},
	{"ui/term", []string{"internal/crash", "ui/cells", "ui/keys", "ui/term"}, []string{"net"},
		"a terminal is a device; it must not know the game"},
	{"ui/controls", []string{"game", "ui/controls", "ui/keys"}, []string{"net", tcell},
		"what is held becomes an Input, and nothing else"},
	{"ui/canvas", []string{"ui/canvas", "ui/cells"}, []string{"net", tcell},
		"a canvas draws for anybody"},
	{"ui/palette", []string{"assets", "ui/canvas", "ui/cells"}, []string{"net", tcell},
		"colours for all screens; what is drawn in them is not its business"},
	{"ui/qrcode", []string{"ui/canvas", "ui/palette"}, []string{"net", tcell},
		"an address becomes cells; whose it is, and where that shows, is not its business"},
	{"ui/chart", []string{"game", "ui/canvas", "ui/cells", "ui/palette"}, []string{"net", tcell},
		"an arena is drawn from its tiles alone; what is wrong with it, and where it is shown, is not its business"},
	{"ui/play", []string{"assets", "game", "net", "proto", "ui/canvas", "ui/cells", "ui/controls", "ui/keys", "ui/palette", "ui/play", "ui/qrcode"}, []string{"net", "crypto/tls", tcell},
		"the match screen is drawn from a View alone"},
	{"ui/play/draw", []string{"ui/canvas", "ui/cells", "ui/palette", "ui/qrcode"}, []string{"net", tcell},
		"every part draws with it, so it knows none, nor the match"},
	{"ui/play/model", []string{"game", "net", "proto", "ui/canvas", "ui/palette"}, []string{"net", tcell},
		"what is known of a match; how it is shown is not its business"},
	{"ui/play/sprites", []string{"assets", "game", "ui/canvas", "ui/palette"}, []string{"net", tcell},
		"pictures for all who draw; where and in whose colours is theirs"},
	{"ui/play/terrain", []string{"game", "ui/canvas", "ui/palette"}, []string{"net", tcell},
		"what lies still follows from the arena; who looks at it, and where, is not its business"},
	{"ui/play/scene", []string{"game", "ui/canvas", "ui/controls", "ui/keys", "ui/palette", "ui/play/draw", "ui/play/model", "ui/play/sprites", "ui/play/terrain"}, []string{"net", tcell},
		"space is drawn as the World has it; the HUD and the pages lie over it"},
	{"ui/play/netstats", []string{"game", "net", "ui/canvas", "ui/palette", "ui/play/draw"}, []string{"net", tcell},
		"a connection's figures, whatever is played over it"},
	{"ui/play/chat", []string{"net", "proto", "ui/canvas", "ui/keys", "ui/palette", "ui/play/draw", "ui/play/model"}, []string{"net", tcell},
		"what was said, whatever else shows"},
	{"ui/play/hud", []string{"game", "net", "proto", "ui/canvas", "ui/controls", "ui/keys", "ui/palette", "ui/play/draw", "ui/play/model", "ui/play/netstats", "ui/play/scene"}, []string{"net", tcell},
		"it lies over space; pages cover it, and the chat has lines of its own"},
	{"ui/play/pages", []string{"game", "net", "proto", "ui/canvas", "ui/controls", "ui/keys", "ui/palette", "ui/play/draw", "ui/play/model", "ui/play/scene", "ui/play/sprites", "ui/qrcode"}, []string{"net", tcell},
		"pages cover the field, and do not know what they cover"},
	{"ui/records", []string{"internal/career", "ui/canvas", "ui/keys", "ui/palette", "ui/play/draw"}, []string{"net", tcell},
		"a career is drawn from what it adds up to; who reads it is not its business"},
	{"ui/replays", []string{"ui/canvas", "ui/keys", "ui/palette", "ui/play/draw"}, []string{"net", tcell},
		"replays are listed by what a page is told of them; which folder they lie in is not its business"},
	{"ui/practice", []string{"game", "net", "ui/play"}, []string{"net", "crypto/tls", tcell},
		"shooting is judged by what a player can see, and shown by the match screen"},
	{"ui/sound", nil, []string{"net", tcell, "time", "os", "sync/atomic"},
		"what is to be heard becomes samples; what happened, and where they go, is not its business"},
	{"ui/sound/ear", []string{"game", "net", "ui/sound"}, []string{"net", tcell, "time", "os"},
		"a match is heard by a View alone"},
	{"ui/sound/pack", []string{"ui/sound"}, []string{"net", tcell, "time", "os"},
		"effects become bytes for mixers elsewhere; who serves them, and to whom, is not its business"},
	{"ui/sound/player", []string{"internal/crash", "ui/sound"}, []string{"net", tcell},
		"it has a program play what is mixed; what that tells of is not its business"},
	{"ui/tutorial", []string{"game", "net", "ui/controls", "ui/play", "ui/tutorial"}, []string{"net", "crypto/tls", tcell},
		"lessons are judged by what a player can see, and shown by the match screen"},
	{"ui", []string{"assets", "game", "internal/career", "internal/crash", "net", "proto", "ui"}, []string{"net", "crypto/tls"},
		"screens never see bytes of the wire"},
}

const (
	tcell = "github.com/gdamore/tcell/v2"
	cobra = "github.com/spf13/cobra"

	webSocket = "github.com/coder/websocket"

	nats       = "github.com/nats-io/nats.go"
	natsServer = "github.com/nats-io/nats-server"
)

// atHome says where alone a module of others may be imported: what is large, or must not be in the game.
var atHome = map[string][]string{
	nats:                       {"internal/fleet/overnats", "internal/hub"},
	natsServer:                 {"internal/hub"},
	"github.com/nats-io/nkeys": {"internal/fleet/overnats", "internal/hub"},
}

// module returns the first three parts of an import path: host, owner and name.
func module(name string) string {
	parts := strings.SplitN(name, "/", 4)
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// impure is what would let a World depend on more than its orders.
var impure = []string{"context", "math/rand", "math/rand/v2", "net", "os", "sync", "sync/atomic", "time"}

func TestImportsStayWithinTheBorders(t *testing.T) {
	t.Chdir("..")
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		i := borderOf(path.Dir(filepath.ToSlash(file)))
		if i < 0 {
			t.Errorf("%s: no border says what may be imported there", file)
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

func TestTheTableOfPackagesIsComplete(t *testing.T) {
	t.Chdir("..")
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## Packages")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, folder := range folders(t) {
		if folder != "." && folder != "internal" && !strings.Contains(table, "`"+folder+"`") && !inGroup(table, folder) {
			t.Errorf("%s is not in the table of ARCHITECTURE.md", folder)
		}
	}
	for _, named := range regexp.MustCompile("`([a-z0-9/]+)`").FindAllStringSubmatch(table, -1) {
		if _, err := os.Stat(named[1]); err != nil && strings.Contains(named[1], "/") {
			t.Errorf("the table of ARCHITECTURE.md has %s, which is not there", named[1])
		}
	}
}

// inGroup reports whether a row of the table names a folder after one beside it.
func inGroup(table, folder string) bool {
	return strings.Contains(table, "`"+path.Dir(folder)+"/") && strings.Contains(table, "` `"+path.Base(folder)+"`")
}

// folders returns those with Go files.
func folders(t *testing.T) (all []string) {
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if folder := path.Dir(filepath.ToSlash(file)); err == nil && strings.HasSuffix(file, ".go") && !slices.Contains(all, folder) {
			all = append(all, folder)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
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
		if base := path.Base(name); base == "relaytest" || base == "enettest" || base == "postgrestest" || base == "fleettest" || base == "waittest" || base == "rapidtest" {
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
		} else if name != "net/netip" && within(name, b.never) { // an address is no network
			t.Errorf("%s imports %s: %s", file, name, b.why)
		}
	}
	switch b.folder {
	case "game", "proto":
		checkPure(t, file, parsed, b.why)
		checkNoFloats(t, file, parsed, b.why)
	case "proto/bytereader", "proto/dialect": // wires have floats
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
			t.Errorf("%s has a map, whose order is no order: %s", file, why)
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

// TestTheGameHasNoServerOfTheBusInIt: a player needs neither a hub nor its databases, which would double what there is to load.
func TestTheGameHasNoServerOfTheBusInIt(t *testing.T) {
	list := exec.Command("go", "list", "-deps", ".")
	list.Dir = ".."
	all, err := list.Output()
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
