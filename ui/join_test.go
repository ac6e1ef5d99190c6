package ui

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	vtcolor "github.com/gdamore/tcell/v3/color"
	"github.com/gdamore/tcell/v3/vt"
	"rsc.io/qr"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/lan"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

// vicinity is a Finder of a list.
type vicinity struct {
	mu    sync.Mutex
	list  []lan.Match
	asked int
}

func (a *vicinity) Matches(time.Time) []lan.Match {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked++
	return a.list
}

func (a *vicinity) is(list ...lan.Match) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = list
}

// timesAsked returns how often it was asked since the last time.
func (a *vicinity) timesAsked() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := a.asked
	a.asked = 0
	return n
}

// aMatch is one at 192.0.2.ID.
func aMatch(id uint64, title string) lan.Match {
	return lan.Match{
		ID: id, Address: fmt.Sprintf("192.0.2.%d:4242", id), Ping: 12 * time.Millisecond,
		Info: proto.Info{Version: proto.Version, Title: title, Arena: "belt", Mode: game.Teams, Players: 3, Bots: 5, Slots: 64},
	}
}

func TestJoinPageListsMatchesAndEnterJoinsTheChosen(t *testing.T) {
	a := &vicinity{list: []lan.Match{aMatch(1, "First"), aMatch(2, "Second")}}
	onRig(t, Config{Finder: a, Settings: input.Settings{Name: "Ann"}, Class: "scout"}, func(r *rig) {
		r.press("j")
		r.shows("TITLE", "▸First", "belt", "teams", "3 +5 bots", "12 ms", "Second", "(a) Join by address", "Host a match")
		r.press(down)
		r.shows("▸Second")
		r.press(enter)
		if len(r.launcher.join) != 1 {
			t.Fatalf("nothing was joined:\n%s", r.text())
		}
		if o := r.launcher.join[0]; o.Address != "192.0.2.2:4242" || o.Player.Name != "Ann" || o.Player.Class != "scout" {
			t.Errorf("found %+v", o)
		}
	})
}

func TestMatchesOfOneNameShowTheirAddresses(t *testing.T) {
	long := strings.Repeat("W", proto.MaxTitle)
	a := &vicinity{list: []lan.Match{aMatch(1, "Fun"), aMatch(2, "fun"), aMatch(3, ""), aMatch(4, long), aMatch(5, long), aMatch(6, "Alone")}}
	onRig(t, Config{Finder: a}, func(r *rig) {
		r.press("j")
		r.shows("Fun 192.0.2.1:4242", "fun 192.0.2.2:4242", "192.0.2.3:4242", "W… 192.0.2.4:4242", "W… 192.0.2.5:4242", "Alone ")
		if strings.Contains(r.text(), "192.0.2.6") {
			t.Errorf("one that is called like no other shows its address:\n%s", r.text())
		}
	})
}

func TestACutTitleHasAMark(t *testing.T) {
	a := &vicinity{list: []lan.Match{aMatch(1, "a title as long as it may be, of sixty bytes and not one more")}}
	onRig(t, Config{Finder: a}, func(r *rig) {
		r.press("j")
		r.shows("a title as long as it…   belt")
	})
}

func TestTheSelectedMatchStaysSelected(t *testing.T) {
	a := &vicinity{}
	one, two, three := aMatch(1, "One"), aMatch(2, "Two"), aMatch(3, "Three")
	onRig(t, Config{Finder: a}, func(r *rig) {
		r.press("j")
		a.is(two)
		r.wait()
		r.shows("▸Two")
		a.is(one, two)
		r.wait()
		r.shows("▸One") // nothing was chosen yet
		r.press(down)
		a.is(two, three)
		r.wait()
		r.shows("▸Two")
		a.is(three)
		r.wait()
		r.shows("▸Three")
		r.press(down)
		r.shows("▸(a)")
		a.is(one, two, three)
		r.wait()
		r.shows("▸(a)")
		r.press(down, down)
		r.shows("▸One")
	})
}

func TestAnEmptyJoinPageOffersToHost(t *testing.T) {
	onRig(t, Config{Finder: &vicinity{}}, func(r *rig) {
		r.press("j")
		r.shows("Looking for matches on this network")
		r.showsNot("None found")
		time.Sleep(noneAfter)
		r.wait()
		r.resize(60, 20)
		r.shows("Looking for matches", "None found yet", "press a and type its address.", "press h to host one", "Host a match")
		r.press(down, enter)
		r.shows(" Host a match ─")
		r.press(esc)
		r.shows(" Join a match ─", "None found yet")
		r.press(esc)
		r.shows("(q) Quit")
	})
}

func TestJoinPageLeadsToTheFormForAnAddress(t *testing.T) {
	for _, keys := range [][]string{{"a"}, {up, up, enter}} {
		onRig(t, Config{Finder: &vicinity{list: []lan.Match{aMatch(1, "One")}}}, func(r *rig) {
			r.press("j")
			r.press(keys...)
			r.press("example.org")
			r.press(enter)
			if len(r.launcher.join) != 1 || r.launcher.join[0].Address != "example.org" {
				t.Errorf("%q: joined %v", keys, r.launcher.join)
			}
		})
	}
}

func TestAMatchOfAnotherVersionIsNotJoined(t *testing.T) {
	old := aMatch(1, "Old")
	old.Version = 77
	onRig(t, Config{Finder: &vicinity{list: []lan.Match{old}}}, func(r *rig) {
		r.press("j")
		r.shows("other version")
		r.press(enter)
		r.shows("The host speaks protocol version 77")
		if len(r.launcher.join) > 0 {
			t.Error("it was joined")
		}
		r.press(down)
		r.showsNot("It speaks")
	})
}

func TestJoinPageShowsWhyAMatchCannotBeJoined(t *testing.T) {
	onRig(t, Config{Finder: &vicinity{list: []lan.Match{aMatch(1, "One")}}}, func(r *rig) {
		r.launcher.fails = errTest
		r.press("j", enter)
		r.shows(errTest.Error(), "▸One")
	})
}

func TestTheFinderRunsOnlyOnThePage(t *testing.T) {
	a := &vicinity{list: []lan.Match{aMatch(1, "One")}}
	onRig(t, Config{Finder: a}, func(r *rig) {
		r.wait()
		if n := a.timesAsked(); n > 0 {
			t.Errorf("asked %d times on the title", n)
		}
		r.press("j")
		if a.timesAsked() == 0 {
			t.Error("not asked on the page")
		}
		r.press(enter)
		a.timesAsked()
		r.wait()
		if n := a.timesAsked(); n > 0 {
			t.Errorf("asked %d times during a match", n)
		}
	})
}

func TestAPasteOnTheJoinPageDoesNothing(t *testing.T) {
	onRig(t, Config{Finder: &vicinity{list: []lan.Match{aMatch(1, "One")}}}, func(r *rig) {
		r.press("j", pasted("ah\r"))
		r.shows("▸One")
		if len(r.launcher.join) > 0 {
			t.Error("a paste joined")
		}
	})
}

func TestJoinPageHasRoomForManyMatchesInTheSmallestTerminal(t *testing.T) {
	var many []lan.Match
	for id := range uint64(40) {
		many = append(many, aMatch(id+1, fmt.Sprintf("[%02d] 火星大戦 🚀 long title", id)))
	}
	for _, locale := range []term.Traits{{Name: "xterm-256color"}, {Name: "xterm-256color", ASCII: true}} {
		onRigLike(t, locale, Config{Finder: &vicinity{list: many}}, func(r *rig) {
			r.resize(60, 20)
			r.press("j")
			r.shows("[00", "3 +5 ", "12 ms", "of 40", "Esc back")
			r.showsNot("[39")
			r.press(up, up, up) // past the actions to the last
			r.shows("[39", "Esc back")
			r.showsNot("[00")
		})
	}
}

func TestJoiningBeginsWithTheList(t *testing.T) {
	onRig(t, Config{Finder: &vicinity{list: []lan.Match{aMatch(1, "One")}}, Joining: true}, func(r *rig) {
		r.shows("▸One")
		r.press(esc)
		r.shows("(q) Quit")
	})
}

func TestAMatchMayBeHiddenFromTheNetwork(t *testing.T) {
	onRig(t, Config{Host: Hosting{HostOptions: net.HostOptions{Title: "Fun"}, Listen: ":99"}}, func(r *rig) {
		r.press("h", up, up, right, enter)
		if len(r.launcher.host) != 1 || !r.launcher.host[0].Hidden {
			t.Errorf("found %+v:\n%s", r.launcher.host, r.text())
		}
	})
}

func TestAFleetsAddressLeadsToTheListOfItsMatches(t *testing.T) {
	one := aMatch(1, "Evening")
	one.Address = "fleet://door.example/0000000000000001"
	any := lan.Match{ID: 2, Address: "fleet://door.example", Info: proto.Info{Version: proto.Version, Title: "Fleet door.example", Arena: "1 match", Mode: proto.AnyMode}}
	of := func(address string) Finder {
		if address != "fleet://door.example" {
			return nil
		}
		return &vicinity{list: []lan.Match{any, one}}
	}
	onRig(t, Config{Finder: &vicinity{}, Fleet: of, Address: "fleet://door.example"}, func(r *rig) {
		r.press("j", "a", enter)
		r.shows("fleet://door.example", "▸Fleet door.example", "1 match", "any", "Evening", "3 +5 bots", "12 ms", "?")
		r.press(down, enter)
		if len(r.launcher.join) != 1 || r.launcher.join[0].Address != one.Address {
			t.Errorf("joined %+v\n%s", r.launcher.join, r.text())
		}
	})
}

const (
	webAddress = "http://192.0.2.7:8080/"
	webCoded   = "HTTP://192.0.2.7:8080" // leads to the same page, with fewer modules
	codeQuiet  = 4                       // light modules around those of a code (ISO/IEC 18004)
)

// modulesShown returns the lightness of the half-blocks on a terminal, 0 to 255, two to a cell; -1 for other
// characters. Call it before refresh.
func (r *rig) modulesShown(own int) (rows [][]int) {
	out, _ := r.tty.Take()
	r.eyes.Write([]byte(brightByNumber.Replace(out)))
	size, _ := r.eyes.WindowSize()
	for y := range size.Height {
		upper, lower := make([]int, size.Width), make([]int, size.Width)
		for x := range size.Width {
			cell := r.eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
			ink, ground := lightness(cell.S.Fg(), own^0xffffff), lightness(cell.S.Bg(), own)
			switch cell.C {
			case " ", "":
				upper[x], lower[x] = ground, ground
			case "▀":
				upper[x], lower[x] = ink, ground
			case "▄":
				upper[x], lower[x] = ground, ink
			default:
				upper[x], lower[x] = -1, -1
			}
		}
		rows = append(rows, upper, lower)
	}
	return rows
}

// brightByNumber writes the brightest of 16 colours as the emulator knows it.
var brightByNumber = strings.NewReplacer("\x1b[97m", "\x1b[38;5;15m", "\x1b[107m", "\x1b[48;5;15m",
	";97m", ";38;5;15m", ";107m", ";48;5;15m", ";107;", ";48;5;15;", "[107;", "[48;5;15;")

// lightness returns that of a colour, 0 to 255; the terminal's own is given.
func lightness(c vtcolor.Color, own int) int {
	hex := int(c.Hex())
	if c == vtcolor.Default {
		hex = own
	}
	return (hex>>16 + hex>>8&0xff + hex&0xff) / 3
}

// findsCode reports whether the code of a text is on the screen: dark on light, with enough light around.
func findsCode(rows [][]int, text string) bool {
	for _, level := range []qr.Level{qr.L, qr.M, qr.Q, qr.H} {
		code, err := qr.Encode(text, level)
		if err != nil {
			return false
		}
		for top := 0; top <= len(rows)-code.Size; top++ {
			for left := 0; left <= len(rows[0])-code.Size; left++ {
				if codeAt(rows, code, left, top) {
					return true
				}
			}
		}
	}
	return false
}

func codeAt(rows [][]int, code *qr.Code, left, top int) bool {
	for y := -codeQuiet; y < code.Size+codeQuiet; y++ {
		for x := -codeQuiet; x < code.Size+codeQuiet; x++ {
			if top+y < 0 || left+x < 0 || top+y >= len(rows) || left+x >= len(rows[0]) {
				return false
			}
			if light := rows[top+y][left+x]; light < 0 || code.Black(x, y) && light > 40 || !code.Black(x, y) && light < 180 {
				return false
			}
		}
	}
	return true
}

// onInvitation runs a test on a lobby that browsers may enter, in a window of that size on a terminal of that kind.
func onInvitation(t *testing.T, kind *glass, width, height int, status game.Status, test func(r *rig)) {
	o := newFlown()
	o.view.World.Status = status
	session := o.session("")
	session.Host = &HostControls{JoinHints: []string{"dogfight join 192.0.2.7", "ssh -p 2222 192.0.2.7"}, Web: webAddress}
	conf := Config{Session: session, Settings: input.Settings{Glyphs: kind.glyphs}}
	onRigWithBackground(t, kind.background, width, height, kind.traits, conf, func(r *rig) {
		r.eyes = vt.NewMockTerm(vt.MockOptSize{X: vt.Col(width), Y: vt.Row(height)}, vt.MockOptColors(1<<24))
		r.eyes.Start()
		defer r.eyes.Stop()
		test(r)
	})
}

// coloured are terminals of all kinds that can show a code, with their grounds.
func coloured() (kinds []*glass) {
	for _, ground := range []string{darkGround, lightGround, ""} {
		for colours, traits := range terminals {
			if colours > 0 {
				kinds = append(kinds, &glass{fmt.Sprintf("%d colours on %q", colours, ground), traits, input.BestGlyphs, ground})
			}
		}
	}
	for _, glyphs := range []input.Glyphs{input.HalfGlyphs, input.OctantGlyphs, input.BrailleGlyphs} {
		kinds = append(kinds, &glass{fmt.Sprint("glyphs ", glyphs), terminals[256], glyphs, darkGround})
	}
	return kinds
}

func (g *glass) ground() int {
	if g.background == lightGround {
		return 0xffffff
	}
	return 0
}

func TestTheLobbyShowsACodeOfTheAddressForBrowsersOnEveryTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("many terminals; runs without -short")
	}
	for _, kind := range coloured() {
		onInvitation(t, kind, 120, 40, game.Waiting, func(r *rig) {
			if !findsCode(r.modulesShown(kind.ground()), webCoded) {
				t.Errorf("%s: no code:\n%s", kind.name, r.text())
			}
			r.shows(webAddress, "others join with   ssh -p 2222 192.0.2.7", "1 Fighter", "i invite")
		})
	}
}

func TestAPageShowsHowOthersJoinFromTheLobbyAndFromTheMatch(t *testing.T) {
	for _, kind := range coloured() {
		onInvitation(t, kind, 80, 24, game.Waiting, func(r *rig) {
			if findsCode(r.modulesShown(kind.ground()), webCoded) {
				t.Errorf("%s: a code in the lobby, where there is no room", kind.name)
			}
			r.shows("others join with   " + webAddress)
			r.press("i")
			if !findsCode(r.modulesShown(kind.ground()), webCoded) {
				t.Errorf("%s: no code:\n%s", kind.name, r.text())
			}
			r.shows("How others join", webAddress, "dogfight join 192.0.2.7", "ssh -p 2222 192.0.2.7")
			r.press(enter)
			r.showsNot("How others join")
		})
	}
	onInvitation(t, blocks, 80, 24, game.InProgress, func(r *rig) {
		r.press(esc, "o")
		if !findsCode(r.modulesShown(0), webCoded) {
			t.Errorf("no code in the match:\n%s", r.text())
		}
		r.press(esc)
		r.shows("Back to the match")
	})
}

func TestWhereNoCodeCanBeShownTheAddressIs(t *testing.T) {
	for _, c := range []struct {
		kind          *glass
		width, height int
	}{{mono, 120, 40}, {ascii, 120, 40}, {blocks, 60, 20}} {
		onInvitation(t, c.kind, c.width, c.height, game.Waiting, func(r *rig) {
			if c.height > 20 {
				r.shows("others join with   " + webAddress)
			}
			r.press("i")
			r.shows("How others join", "In a browser:", webAddress, "dogfight join 192.0.2.7", "ssh -p 2222 192.0.2.7", "Press Enter")
			if findsCode(r.modulesShown(c.kind.ground()), webCoded) {
				t.Errorf("%s: a code", c.kind.name)
			}
		})
	}
}

func TestEverySizeOfTerminalShowsTheWholeAddress(t *testing.T) {
	if testing.Short() {
		t.Skip("many sizes; runs without -short")
	}
	for _, web := range []string{webAddress, "https://[2001:db8:1234:5678:9abc:def0:1234:5678]:8443/", "https://fight.on.a.name.that.is.rather.long.example.org:8443/"} {
		for _, size := range append(windows, window{79, 24}, window{91, 27}, window{92, 25}, window{100, 24}, window{140, 22}) {
			o := newFlown()
			o.view.World.Status = game.Waiting
			session := o.session("")
			session.Host = &HostControls{JoinHints: []string{"dogfight join 192.0.2.7", "ssh -p 2222 192.0.2.7"}, Web: web}
			onRigOf(t, size.width, size.height, trueColour, Config{Session: session}, func(r *rig) {
				if size.height >= 24 && len(web) < 40 {
					r.shows(web)
				}
				r.shows("r ready", "1 Fighter", "Esc menu")
				r.press("i")
				whole := strings.NewReplacer("│", "", "▌", "", "▀", "", "▄", "").Replace(strings.Join(strings.Fields(r.box()), ""))
				if !strings.Contains(whole, web) {
					t.Errorf("%v: no %s:\n%s", size, web, r.text())
				}
				r.shows("Press Enter")
			})
		}
	}
}

func TestTheListShowsHowOthersJoinTheSelectedMatch(t *testing.T) {
	first, second, own := aMatch(1, "First"), aMatch(2, "Second"), aMatch(3, "Third")
	second.Web, own.Web, own.Address = webAddress, webAddress, "127.0.0.1:4242"
	onRig(t, Config{Finder: &vicinity{list: []lan.Match{first, second, own}}}, func(r *rig) {
		r.press("j")
		r.showsNot("browser")
		r.press("i")
		r.shows("How others join First", "dogfight join 192.0.2.1:4242")
		r.showsNot("browser")
		r.press(esc, down)
		r.shows("i browser: " + webAddress)
		r.press("i")
		r.shows("How others join Second", webAddress, "dogfight join 192.0.2.2:4242")
		if !findsCode(r.modulesShown(0), webCoded) {
			t.Errorf("no code:\n%s", r.text())
		}
		r.press(enter, down, "i")
		r.shows("How others join Third", webAddress)
		r.showsNot("127.0.0.1") // where others are not
		r.press(esc, down, "i")
		r.showsNot("How others join") // an action is no match
		r.resize(60, 20)
		r.press(up)
		r.shows("i browser")
	})
}

func TestAnotherProgramReadsTheCodeFromTheScreen(t *testing.T) {
	zbarimg, err := exec.LookPath("zbarimg")
	if err != nil {
		t.Skip("takes zbarimg (Debian's zbar-tools)")
	}
	for _, ground := range []string{darkGround, lightGround} {
		kind := &glass{"", terminals[1<<24], input.BestGlyphs, ground}
		onInvitation(t, kind, 120, 40, game.Waiting, func(r *rig) {
			file := filepath.Join(t.TempDir(), "screen.png")
			photograph(t, r.modulesShown(kind.ground()), file)
			read, err := exec.Command(zbarimg, "--quiet", "--raw", file).Output()
			if strings.TrimSpace(string(read)) != webCoded {
				t.Errorf("on %q it read %q, %v", ground, read, err)
			}
		})
	}
}

// photograph makes a picture of a terminal, with a square of pixels a module.
func photograph(t *testing.T, rows [][]int, file string) {
	t.Helper()
	const square = 8
	picture := image.NewGray(image.Rect(0, 0, square*len(rows[0]), square*len(rows)))
	for y := range square * len(rows) {
		for x := range square * len(rows[0]) {
			picture.SetGray(x, y, color.Gray{uint8(max(rows[y/square][x/square], 0))})
		}
	}
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, picture); err != nil {
		t.Fatal(err)
	}
}

func TestAVisitorSeesHowOthersJoin(t *testing.T) {
	for web, ways := range map[string][]string{webAddress: {"ssh 192.0.2.7"}, "": nil} {
		m := newFlown()
		m.view.World.Status = game.InProgress
		session := m.session("")
		session.Invites = func() (string, []string) { return web, ways }
		onRig(t, Config{Session: session, Guest: true}, func(r *rig) {
			r.press(esc)
			if web == "" {
				r.shows("Back to the match")
				r.showsNot("How others join")
				return
			}
			r.press("o")
			r.shows(web, ways[0])
			if !findsCode(r.modulesShown(0), webCoded) {
				t.Errorf("no code:\n%s", r.text())
			}
		})
	}
}

// listed is a page for joining with a public list at aList, of three matches.
func listed() (Config, *[]string) {
	full := aMatch(2, "Full house")
	full.Mode, full.Players, full.Ping, full.Password = game.Deathmatch, 8, 80*time.Millisecond, true
	quiet := aMatch(3, "Quiet")
	quiet.Players, quiet.Ping, quiet.Version = 0, 0, 77
	var read []string
	list := func(url string) Finder {
		if read = append(read, url); url == "" {
			return &unset{}
		}
		return &vicinity{list: []lan.Match{aMatch(1, "Evening"), full, quiet}}
	}
	return Config{Finder: &vicinity{list: []lan.Match{aMatch(9, "Sofa")}}, List: list, Settings: input.Settings{Name: "Ann", List: aList}}, &read
}

// unset is a Finder of no list.
type unset struct{ vicinity }

func (*unset) Problem() error { return errTest }

const aList = "https://list.example.org"

func TestTheInternetIsBesideTheLAN(t *testing.T) {
	c, read := listed()
	onRig(t, c, func(r *rig) {
		r.press("j")
		r.shows("◂LAN▸ Internet", "▸Sofa", "←→ LAN, Internet")
		if len(*read) > 0 {
			t.Error("the list is read before the player asks for it")
		}
		r.press(right)
		r.shows("LAN ◂Internet▸", "▸Evening", "12 ms", "Full house (password)", "80 ms", "Quiet", "other version")
		r.showsNot("Sofa")
		r.press(down, enter)
		if len(r.launcher.join) != 1 || r.launcher.join[0].Address != "192.0.2.2:4242" {
			t.Errorf("joined %v", r.launcher.join)
		}
		if len(*read) != 1 || (*read)[0] != aList {
			t.Errorf("read %q", *read)
		}
	})
	c, _ = listed()
	onRig(t, c, func(r *rig) {
		r.press("j", right, left)
		r.shows("◂LAN▸ Internet", "▸Sofa")
		r.showsNot("Evening")
	})
}

func TestAnEmptyListOffersToHost(t *testing.T) {
	c, _ := listed()
	c.List = func(string) Finder { return &vicinity{} }
	onRig(t, c, func(r *rig) {
		r.press("j", right)
		r.shows("Asking for the matches there")
		time.Sleep(noneAfter)
		r.wait()
		r.shows("None found yet", "press h to host one")
	})
}

func TestAPageForJoiningMayBeginWithTheList(t *testing.T) {
	c, _ := listed()
	c.Joining, c.FromList = true, true
	onRig(t, c, func(r *rig) { r.shows("LAN ◂Internet▸", "▸Evening") })
}

func TestTheListIsASetting(t *testing.T) {
	c, read := listed()
	c.Settings.List = ""
	onRig(t, c, func(r *rig) {
		r.press("h")
		r.showsNot("Show on Internet")
		r.press(esc, "j", right)
		r.shows(errTest.Error(), "(a) Join by address")
		r.press(esc, "s", up, aList, enter, "j", right)
		r.shows("▸Evening")
		if last := (*read)[len(*read)-1]; last != aList {
			t.Errorf("read %q", *read)
		}
	})
}

func TestAWrongListIsNotSet(t *testing.T) {
	c, _ := listed()
	c.Settings.List = ""
	onRig(t, c, func(r *rig) {
		r.press("s", up, "example.org", enter)
		r.shows("match list: must be a URL such as https://")
		r.press(esc, "j", right)
		r.shows(errTest.Error())
	})
}

func TestKeysFilterTheMatches(t *testing.T) {
	c, _ := listed()
	onRig(t, c, func(r *rig) {
		all := []string{"Evening", "Full house", "Quiet"}
		r.press("j", right)
		r.shows("(m) mode (p) ping (n) players (v) version (w) password")
		for _, step := range []struct {
			keys, filter string
			left         []string
		}{
			{"p", "(p) <50 ms", []string{"Evening"}}, {"p", "(p) <100 ms", []string{"Evening", "Full house"}}, {"pp", "(p) ping", all},
			{"m", "(m) deathmatch", []string{"Full house"}}, {"m", "(m) teams", []string{"Evening", "Quiet"}}, {"v", "(v) ours", []string{"Evening"}}, {"v", "(v) version", []string{"Evening", "Quiet"}},
			{"m", "(m) last", nil},
		} {
			for _, key := range step.keys {
				r.press(string(key))
			}
			r.shows(append(step.left, step.filter)...)
			for _, title := range all {
				if !slices.Contains(step.left, title) {
					r.showsNot(title)
				}
			}
		}
		r.shows("None of 3 passes the filter.", "(a) Join by address")
		r.press("mmmmm")
		r.press("n")
		r.shows("(n) 1+", "Evening", "Full house")
		r.showsNot("Quiet")
		r.press("w")
		r.shows("(w) open", "▸Evening")
		r.showsNot("Full house")
		r.press(left)
		r.shows("◂LAN▸ Internet", "▸Sofa", "(w) open")
	})
}

func TestAnInvitationIsTypedOrPastedAsAnAddress(t *testing.T) {
	for typed, want := range map[string]string{
		"relay.example.org/amber-fox-7k3q-92hd-m4xt":               "relay.example.org/amber-fox-7k3q-92hd-m4xt",
		"dogfight join relay.example.org/amber-fox-7k3q-92hd-m4xt": "dogfight join relay.example.org/amber-fox-7k3q-92hd-m4xt",
		"relay.example.org/amber-fox-7k3q":                         "",
	} {
		c, _ := listed()
		onRig(t, c, func(r *rig) {
			r.press("j", "a", typed, enter)
			switch joined := r.launcher.join; {
			case want == "":
				r.shows("a code must end with 12 characters")
			case len(joined) != 1 || joined[0].Address != want:
				t.Errorf("joined %v:\n%s", joined, r.text())
			}
		})
	}
}

func TestAMatchHasAnInvitationOnlyIfTheHostSaysSo(t *testing.T) {
	for keys, want := range map[string]string{"": "", right: "relay.example.org"} {
		c, _ := listed()
		c.Host = Hosting{HostOptions: net.HostOptions{Title: "Fun"}, Listen: ":99"}
		onRig(t, c, func(r *rig) {
			r.press("h")
			r.showsNot("Invite from anywhere")
			r.press(esc, "s", up, up, "relay.example.org", enter, "h", up, up, up)
			r.shows("Invite from anywhere", "The relay")
			if keys != "" {
				r.press(keys)
			}
			r.press(enter)
			if len(r.launcher.host) != 1 || r.launcher.host[0].Relay != want {
				t.Errorf("found %+v:\n%s", r.launcher.host, r.text())
			}
		})
	}
}

func TestAMatchIsShownInTheListOnlyIfTheHostSaysSo(t *testing.T) {
	for keys, want := range map[string]string{"": "", right: aList} {
		c, _ := listed()
		c.Host = Hosting{HostOptions: net.HostOptions{Title: "Fun"}, Listen: ":99"}
		onRig(t, c, func(r *rig) {
			r.press("h", up, up, up)
			r.shows("Show on Internet", "Everybody sees the match and your address there.")
			if keys != "" {
				r.press(keys)
			}
			r.press(enter)
			if len(r.launcher.host) != 1 || r.launcher.host[0].Announce != want {
				t.Errorf("found %+v:\n%s", r.launcher.host, r.text())
			}
		})
	}
}

func TestAnInvitationIsForPlayersAnywhereAndOtherWaysForThisNetwork(t *testing.T) {
	invited, ways := "dogfight join relay.example.org/amber-fox-7k3q-92hd-m4xt", []string{"dogfight join 192.0.2.7", "ssh -p 2222 192.0.2.7"}
	for _, c := range []struct{ ways, lines []string }{
		{ways, append([]string{"Others type one of these:"}, ways...)},
		{[]string{invited}, []string{"From anywhere, others type:", invited}},
		{append([]string{invited}, ways...), append([]string{"From anywhere, others type:", invited, "", "Where a router lets them in, as in this network:"}, ways...)},
	} {
		var lines []string
		for _, line := range (&invitation{ways: c.ways}).lines(false, 70) {
			lines = append(lines, line.text)
		}
		if !slices.Equal(lines, c.lines) {
			t.Errorf("%q shows %q", c.ways, lines)
		}
	}
}
