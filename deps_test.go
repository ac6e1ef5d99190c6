package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
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
	{"proto/skeleton/generate", nil, []string{"net"},
		"it makes a table when somebody asks for it, and never runs with the game"},
	{"proto/dialect", []string{"game", "proto"}, impure,
		"bytes and what there is to see in, bytes and wishes out: nothing else may matter"},
	{"assets", []string{"game"}, []string{"net"},
		"data files know the tables that they fill, and nothing above them"},
	{"guard", nil, nil,
		"everybody may use it, so it may use nobody"},
	{"whole", nil, []string{"net"},
		"everybody may use it, so it may use nobody"},
	{"identity", []string{"identity", "whole"}, []string{"net"},
		"a key says who somebody is; where he plays is not its business"},
	{"settings", []string{"proto", "ui/keys", "whole"}, []string{"net"},
		"a file of settings; who obeys them is not its business"},
	{"stats", nil, []string{"net"},
		"a file of matches and pilots; who plays them is not its business"},
	{"net/admission", nil, nil,
		"it counts connections; what is spoken over them is not its business"},
	{"net/link", []string{"guard", "net/admission", "net/antiamp", "whole"}, nil,
		"a link moves bytes; it must not know what they mean"},
	{"net/antiamp", nil, nil,
		"it counts what goes to an address, for every listener on UDP; what that means is not its business"},
	{"net/enet", []string{"guard", "net/antiamp"}, nil,
		"it moves bytes for other people's programs; it must not know what they mean"},
	{"net/bans", []string{"whole"}, []string{"net"},
		"a list of names and addresses; who heeds it is not its business"},
	{"net/password", []string{"guard"}, []string{"net", "crypto/tls"},
		"it deals in texts; who carries them is not its business"},
	{"net/admin", []string{"guard", "net"}, nil,
		"it speaks for the host, over a socket of its own"},
	{"net/lan", []string{"guard", "net/antiamp"}, nil,
		"it finds addresses; what is played there is for others to ask"},
	{"net/gateway", []string{"game", "guard", "net", "proto"}, []string{tcell},
		"it lets players in who speak otherwise; they become clients like all"},
	{"net/foreign", []string{"game", "guard", "net", "proto"}, []string{tcell},
		"it plays on servers of others, and shows that as a match of ours"},
	{"net/sshd", []string{"guard", "net/admission", "whole"}, []string{tcell},
		"it lets people in; what they come for is not its business"},
	{"net", []string{"assets", "game", "guard", "net", "proto"}, []string{"net", "crypto/tls", tcell},
		"the netcode reaches the network through links alone, and draws nothing"},
	{"ui/cells", nil, []string{"net", tcell},
		"what a terminal shows, for those who draw and those who send it"},
	{"ui/term", []string{"guard", "ui/cells", "ui/term"}, []string{"net"},
		"a terminal is a device; it must not know the game"},
	{"ui/keys", []string{"game", "ui/keys"}, []string{"net"},
		"keys become an Input, and nothing else"},
	{"ui/canvas", []string{"ui/canvas", "ui/cells"}, []string{"net", tcell},
		"a canvas draws for anybody"},
	{"ui/play", []string{"assets", "game", "net", "proto", "ui/canvas", "ui/cells", "ui/keys", "ui/play"}, []string{"net", "crypto/tls"},
		"the match screen is drawn from a View alone"},
	{"ui/tutorial", []string{"game", "net", "ui/keys", "ui/play", "ui/tutorial"}, []string{"net", "crypto/tls"},
		"lessons are judged by what a player can see, and shown by the match screen"},
	{"ui", []string{"assets", "game", "guard", "net", "proto", "ui"}, []string{"net", "crypto/tls"},
		"screens never see bytes of the wire"},
}

const tcell = "github.com/gdamore/tcell/v2"

// impure is what would let a World depend on more than its orders.
var impure = []string{"context", "math/rand", "math/rand/v2", "net", "os", "sync", "sync/atomic", "time"}

func TestImportsStayWithinTheBorders(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		if i := borderOf(path.Dir(filepath.ToSlash(file))); i >= 0 {
			seen[borders[i].folder] = true
			checkImports(t, file, i)
		}
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

// borderOf returns the index of the longest folder that dir is or lies in, or -1
// for the root, which may import anything.
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
	case "proto/dialect": // whose wires have floats
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
