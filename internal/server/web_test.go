package server

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	stdnet "net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dogfight/game"
	"dogfight/internal/identity"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/net/webd"
	"dogfight/proto"
	"dogfight/testkit"
	"dogfight/ui"
	"dogfight/ui/input"
)

// webMatch is a match in which an idle ship is soon shot down, with a door for browsers and a spectator.
type webMatch struct {
	*testing.T
	*Server
	web string // address of the door
	eye *net.Client

	killed [game.MaxShips]bool // ships that the host has reported as destroyed
}

// spectatorView returns the spectator's View.
func (m *webMatch) spectatorView() *net.View {
	v := m.eye.Frame(time.Now(), 0)
	for _, e := range v.Decided {
		if e.Kind == game.EventKill {
			m.killed[e.Slot] = true
		}
	}
	return v
}

// pit is an arena so small that an idle ship is soon shot down.
const pit = `
####################
#..................#
#...@..........@...#
#..................#
####################
`

func startWebMatch(t *testing.T) *webMatch {
	t.Helper()
	arena := filepath.Join(t.TempDir(), "pit.txt")
	if err := os.WriteFile(arena, []byte(pit), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, Options{
		Dirs:    tempDirs(t),
		Hosting: ui.Hosting{Match: net.MatchOptions{Bots: 7, Skill: 5, Arena: arena, Mode: game.Teams}, HostOptions: net.HostOptions{Title: "Test"}, Hidden: true, Listen: "127.0.0.1:0", Web: "127.0.0.1:0"}, Admin: filepath.Join(t.TempDir(), "admin"),
	}, nil)
	m := &webMatch{T: t, Server: s, web: s.webDoor().Addr().String()}
	t.Cleanup(func() {
		if t.Failed() {
			v := m.eye.Frame(time.Now(), 0)
			t.Logf("seen in phase %v, %v: %+v", v.Phase, v.Err, v.Roster)
		}
	})
	m.eye = m.joins(net.ClientConfig{Name: "Eye", Spectate: true, Dial: func() link.Link { return s.dialFrom(link.Here, "") }})
	return m
}

// joins returns a client that only the waits of the test run.
func (m *webMatch) joins(conf net.ClientConfig) *net.Client {
	conf.Wait = true
	c := net.NewClient(conf)
	m.Cleanup(c.Leave)
	return c
}

// opens opens a player's page and draws its terminal until it ends.
func (m *webMatch) opens(player testkit.WebPlayer, h testkit.WebHello) (*testkit.WebPage, testkit.WebWelcome, <-chan string) {
	m.Helper()
	p, answer := testkit.Visitor(m, m.web, player, h)
	ended := make(chan string, 1)
	go func() {
		why, _ := p.ReadEnd()
		ended <- why
	}()
	return p, answer, ended
}

// waits waits until wanted is true for a pilot with this name.
func (m *webMatch) waits(name, what string, wanted func(p proto.Pilot, ship *game.Ship) bool) (proto.Pilot, game.Ship) {
	m.Helper()
	var pilot proto.Pilot
	var ship game.Ship
	testkit.Until(m, name+" is "+what, func() bool {
		v := m.spectatorView()
		for _, p := range v.Roster {
			if p.Name != name || p.Slot == proto.NoSlot || v.World == nil || v.World.Ships[p.Slot].State == game.Empty { // the roster may be ahead of the World
				continue
			}
			if pilot, ship = p, v.World.Ships[p.Slot]; wanted(p, &ship) {
				return true
			}
		}
		return false
	})
	return pilot, ship
}

// shotDown reports whether a player's ship was destroyed. The kill must be decided: the spectator may predict one that does not happen.
func (m *webMatch) shotDown(p proto.Pilot, ship *game.Ship) bool {
	return m.killed[p.Slot] && ship.Deaths > 0
}

// isAway reports whether a player is away, with a reserved seat.
func isAway(p proto.Pilot, _ *game.Ship) bool { return p.Flags&proto.Away != 0 }

// isThere reports whether a player is connected.
func isThere(p proto.Pilot, _ *game.Ship) bool { return p.Flags&(proto.BotPilot|proto.Away) == 0 }

// left waits until no pilot has a name, with or without a number after it.
func (m *webMatch) left(name string) {
	m.Helper()
	testkit.Until(m, name+" has left", func() bool {
		return !slices.ContainsFunc(m.spectatorView().Roster, func(p proto.Pilot) bool { return strings.HasPrefix(p.Name, name) })
	})
}

// same expects that a player has the same seat as before, with the score.
func (m *webMatch) same(was, is proto.Pilot, before, now game.Ship) {
	m.Helper()
	if is.ID != was.ID || is.Slot != was.Slot || now.Team != before.Team || now.Class != before.Class || now.Deaths < before.Deaths || now.Kills < before.Kills {
		m.Errorf("they were %+v with %+v and are %+v with %+v", was, before, is, now)
	}
}

// knownPlayers returns a player for each way to be recognized.
func knownPlayers() map[string]testkit.WebPlayer {
	return map[string]testkit.WebPlayer{"a key": testkit.NewWebPlayer(), "a token": testkit.TokenPlayer()}
}

func TestAPageThatWasCutOffHasItsSeatAgain(t *testing.T) {
	t.Parallel()
	for what, player := range knownPlayers() {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			m := startWebMatch(t)
			page, answer, _ := m.opens(player, testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()})
			if !answer.Known {
				t.Error("the player is not known")
			}
			was, before := m.waits("Wilma", "shot down", m.shotDown)
			page.CloseNow()
			m.waits("Wilma", "away", isAway)
			m.opens(player, testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()}) // or in another tab
			is, now := m.waits("Wilma", "there again", isThere)
			m.same(was, is, before, now)
		})
	}
}

func TestAPageThatIsReloadedHasItsSeatAgain(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	player, hello := testkit.NewWebPlayer(), testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()}
	page, _, _ := m.opens(player, hello)
	was, before := m.waits("Wilma", "there", isThere)
	for range 3 {
		page.Close(websocket.StatusGoingAway, "")
		page, _, _ = m.opens(player, hello)
		is, now := m.waits("Wilma", "there again", isThere)
		m.same(was, is, before, now)
	}
	page.Send("leave", true) // from the player's only seat
	m.left("Wilma")
}

// The old connection neither sends nor ends, as when a laptop changes its network.
func TestAPageOnAnotherNetworkHasItsSeatAtOnce(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	player, hello := testkit.NewWebPlayer(), testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()}
	testkit.Visitor(t, m.web, player, hello) // which does not read
	was, before := m.waits("Wilma", "there", isThere)
	again, _, ended := m.opens(player, hello)
	is, now := m.waits("Wilma", "there", isThere)
	m.same(was, is, before, now)
	again.Send("leave", true) // from the player's only seat
	<-ended
	m.left("Wilma")
}

func TestTwoTabsAreTwoPlayers(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	player := testkit.NewWebPlayer()
	_, _, ended := m.opens(player, testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()})
	first, _ := m.waits("Wilma", "there", isThere)
	m.opens(player, testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()})
	second, _ := m.waits("Wilma 2", "there", isThere)
	if is, _ := m.waits("Wilma", "there", isThere); is.ID != first.ID || second.Slot == is.Slot {
		t.Errorf("one was %+v and is %+v, the other is %+v", first, is, second)
	}
	select {
	case why := <-ended:
		t.Errorf("the first was ended by %q", why)
	default:
	}
}

func TestACopyOfATabReplacesIt(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	player, hello := testkit.NewWebPlayer(), testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()}
	_, _, ended := m.opens(player, hello)
	was, before := m.waits("Wilma", "there", isThere)
	m.opens(player, hello)
	if why := <-ended; !strings.Contains(why, "copy of this tab") {
		t.Errorf("the first was ended by %q", why)
	}
	is, now := m.waits("Wilma", "there", isThere)
	m.same(was, is, before, now)
}

func TestAPlayerThatLeavesByThePageFreesTheirSeat(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	player := testkit.NewWebPlayer()
	page, _, ended := m.opens(player, testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()})
	m.waits("Wilma", "there", isThere)
	page.Send("leave", true)
	<-ended
	m.left("Wilma")
}

func TestTheSeatOfAnUnknownPlayerIsNotReserved(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	page, _, _ := m.opens(testkit.WebPlayer{}, testkit.WebHello{Name: "Wilma"})
	was, _ := m.waits("Wilma", "there", isThere)
	page.CloseNow()
	m.opens(testkit.WebPlayer{}, testkit.WebHello{Name: "Wilma"})
	if is, _ := m.waits("Wilma 2", "there", isThere); is.ID == was.ID {
		t.Errorf("they were %+v and are %+v", was, is)
	}
}

func TestAPlayerIsRenamedAsSoonAsThePageSendsAName(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	page, _, _ := m.opens(testkit.NewWebPlayer(), testkit.WebHello{Name: "Wilma"})
	was, _ := m.waits("Wilma", "there", isThere)
	page.Send("name", "Fred\x1b[2J")
	page.Send("name", "") // invalid
	page.Send("name", "Barney")
	page.Send("name", "Betty") // the last counts
	is, _ := m.waits("Betty", "there", isThere)
	if is.ID != was.ID || is.Slot != was.Slot {
		t.Errorf("they were %+v and are %+v", was, is)
	}
	m.left("Wilma")
	watcher, _, _ := m.opens(testkit.NewWebPlayer(), testkit.WebHello{Name: "Pebbles", Watch: true})
	watcher.Send("name", "Pebbles")
	page.Send("name", "Wilma")
	m.waits("Wilma", "there", isThere)
	for _, p := range m.spectatorView().Roster {
		if p.Name == "Pebbles" {
			t.Error("a spectator has a name")
		}
	}
}

// nativePlayer is a player with a key and the native client.
type nativePlayer struct {
	*webMatch
	key identity.Key
}

func (m *webMatch) native() *nativePlayer {
	m.Helper()
	key, err := identity.Load(filepath.Join(m.TempDir(), "key"))
	if err != nil {
		m.Fatal(err)
	}
	return &nativePlayer{m, key}
}

// flies lets the player join the match until cut is called.
func (p *nativePlayer) flies(name string) (cut func()) {
	p.Helper()
	cert, err := p.key.Certificate(nil)
	if err != nil {
		p.Fatal(err)
	}
	at := p.doors[slices.IndexFunc(p.doors, func(d Door) bool { return d.Name() == "native" })].Addrs()[0]
	c := net.NewClient(net.ClientConfig{Name: name, Dial: func() link.Link { return link.DialAs(at, &link.KnownHosts{}, cert) }})
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				c.Link().Close()
				return
			case <-time.After(10 * time.Millisecond):
				c.Frame(time.Now(), 0)
			}
		}
	}()
	var once bool
	cut = func() {
		if !once {
			once = true
			close(stop)
			<-stopped
		}
	}
	p.Cleanup(cut)
	return cut
}

// vouch returns the statement of the player's key for a browser at this match's page.
func (p *nativePlayer) vouch(browser testkit.WebPlayer, origin string) string {
	p.Helper()
	statement, err := p.key.Vouch(browser.Fingerprint(), origin)
	if err != nil {
		p.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(statement)
}

func TestAPlayersBrowserAndProgramHaveOneSeat(t *testing.T) {
	t.Parallel()
	for what, browser := range knownPlayers() {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			m := startWebMatch(t)
			wilma := m.native()
			cut := wilma.flies("Wilma")
			was, before := m.waits("Wilma", "there", isThere)
			cut()
			m.waits("Wilma", "away", isAway)

			page, answer, ended := m.opens(browser, testkit.WebHello{Name: "Wilma", Vouch: wilma.vouch(browser, "http://"+m.web)})
			if answer.Linked != wilma.key.Fingerprint() {
				t.Errorf("it is linked with %q, and the player is %s", answer.Linked, wilma.key.Fingerprint())
			}
			is, now := m.waits("Wilma", "there again", isThere)
			m.same(was, is, before, now)

			m.learns(wilma.key.Fingerprint(), 2)
			page.CloseNow()
			<-ended
			m.waits("Wilma", "away", isAway)
			wilma.flies("Wilma") // without a statement: the host knows
			is, now = m.waits("Wilma", "there again", isThere)
			m.same(was, is, before, now)
		})
	}
}

// learns waits until the host knows a number of linked keys of a player.
func (m *webMatch) learns(key string, keys int) {
	m.Helper()
	testkit.Until(m, fmt.Sprintf("the host knows %d keys of the player", keys), func() bool { return len(m.keys.known.Of(key)) == keys })
}

func TestAnInvalidStatementLinksNothing(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	wilma, browser, other := m.native(), testkit.NewWebPlayer(), testkit.NewWebPlayer()
	good := wilma.vouch(browser, "http://"+m.web)
	for what, h := range map[string]struct {
		player testkit.WebPlayer
		vouch  string
	}{
		"for another browser": {other, good},
		"for another host":    {browser, wilma.vouch(browser, "http://other.example")},
		"of nobody":           {testkit.WebPlayer{}, good},
		"that is cut short":   {browser, good[:len(good)-8]},
		"that is none":        {browser, base64.RawURLEncoding.EncodeToString([]byte("SSHSIG"))},
	} {
		page, answer, ended := m.opens(h.player, testkit.WebHello{Name: "Wilma", Vouch: h.vouch})
		m.waits("Wilma", "there", isThere) // and plays nevertheless
		if answer.Linked != "" {
			t.Errorf("a statement %s links with %q", what, answer.Linked)
		}
		page.Send("leave", true)
		<-ended
		m.left("Wilma")
	}
	m.learns(wilma.key.Fingerprint(), 1)
}

func TestAPlayersBrowserAndProgramHaveOneCareer(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	wilma, browser := m.native(), testkit.NewWebPlayer()
	m.opens(browser, testkit.WebHello{Name: "Wilma", Vouch: wilma.vouch(browser, "http://"+m.web)})
	m.waits("Wilma", "shot down", m.shotDown)
	m.learns(wilma.key.Fingerprint(), 2)
	if err := m.home.host.Finish(); err != nil {
		t.Fatal(err)
	}
	m.waits("Wilma", "at the end", func(proto.Pilot, *game.Ship) bool { return m.news.Load() != nil })
	c, err := records.ReadCareer(m.dirs.Records(), m.keysOf(wilma.key.Fingerprint()))
	if err != nil || c.Matches != 1 || c.Deaths == 0 {
		t.Errorf("the career of the player's own key is %+v, %v", c, err)
	}
}

// thumbs is the page of a player on a phone.
type thumbs struct {
	*testing.T
	ctx context.Context
	ws  *websocket.Conn
}

// The keys of a pad as a page sends them.
func padDown(k input.Key) string { return fmt.Sprintf("\x1b[%du", 63488+k-input.PadUp) }
func padUp(k input.Key) string   { return fmt.Sprintf("\x1b[%d;1:3u", 63488+k-input.PadUp) }

func (p *thumbs) send(bytes ...string) {
	p.ws.Write(p.ctx, websocket.MessageBinary, []byte(strings.Join(bytes, "")))
}

// receives waits for a text message that contains a string.
func (p *thumbs) receives(wanted string) {
	p.Helper()
	for {
		kind, message, err := p.ws.Read(p.ctx)
		switch {
		case err != nil:
			p.Fatalf("waiting for %s: %v", wanted, err)
		case kind == websocket.MessageBinary:
			if strings.Contains(string(message), "\x1b[5n") { // a request for the terminal's progress
				p.send("\x1b[0n")
			}
		case !json.Valid(message):
			p.Fatalf("got %s", message)
		case strings.Contains(string(message), wanted):
			return
		}
	}
}

// TestAPhoneFliesAndChatsByTouch plays a real match with the messages of a touch page.
func TestAPhoneFliesAndChatsByTouch(t *testing.T) {
	t.Parallel()
	addr := opensWeb(t, func(_ *Server, vs *visitors) func(context.Context, *webd.Terminal) error {
		return (&webServer{visitors: vs}).play
	})
	ctx := testkit.Context(t)
	ws, _, err := websocket.Dial(ctx, "ws://"+addr+"/ws", &websocket.DialOptions{Subprotocols: []string{"dogfight.1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	ws.SetReadLimit(1 << 20)
	p := &thumbs{t, ctx, ws}
	ws.Write(ctx, websocket.MessageText, []byte(`{"hello": {"name": "Nova", "columns": 60, "rows": 24, "touch": true}}`))
	p.receives(`{"input":{"for":"fly","a":"FIRE","b":"BOOST","x":"SCORES","y":"CHAT"}}`)
	p.send(padDown(input.PadY), padUp(input.PadY))
	p.receives(`{"input":{"for":"text","a":"SEND","b":"BACK"}}`)
	p.send("\x15\x1b[200~here I come\x1b[201~\r")
	p.receives(`"for":"fly"`)
	p.send(padDown(input.PadMenu), padUp(input.PadMenu))
	p.receives(`{"input":{"for":"menu","a":"OK","b":"BACK"}}`)
	p.send(padDown(input.PadB), padUp(input.PadB))
	p.receives(`"for":"fly"`)
	ws.Write(ctx, websocket.MessageText, []byte(`{"sound": true}`))
	p.send(padDown(input.PadUp), padDown(input.PadRight), padDown(input.PadA), padUp(input.PadUp))
	p.receives(`["cannon"]`) // the local player's, at full volume
	p.receives(`["cannon"]`) // and the next
}

// certifies writes a self-signed certificate for a name, and returns its files and a pool that trusts it.
func certifies(t *testing.T, name string) (certificate, key string, believed *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"*." + name, name}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	public, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	believed = x509.NewCertPool()
	believed.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: public}))
	certificate, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for path, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: public}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certificate, key, believed
}

func TestBrowsersGetTheOperatorsCertificateNotThatOfTheHost(t *testing.T) {
	t.Parallel()
	certificate, key, believed := certifies(t, "game.example")
	s, web := hostsForBrowsers(t, Options{WebOptions: WebOptions{WebCertificate: certificate, WebKey: key}})
	own, err := link.Certificate(s.dirs.HostCertificate())
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Timeout: testkit.Limit, Transport: &http.Transport{
		DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: believed, ServerName: "game.example"},
	}}
	r, err := client.Get(strings.Replace(web, "http:", "https:", 1) + "/info")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if shown := r.TLS.PeerCertificates[0]; shown.Equal(own.Leaf) || r.StatusCode != 200 || r.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%s, shown %v, %v", r.Status, shown.DNSNames, r.Header)
	}
	if want := fmt.Sprintf("https://game.example:%d/", s.webDoor().Addr().Port()); s.WebURL() != want {
		t.Errorf("the URL for others is %s, expected %s", s.WebURL(), want)
	}
	// Clients that ask for another name, or for none, see the same.
	for _, name := range []string{"", "other.example"} {
		c, err := tls.Dial("tcp", strings.TrimPrefix(web, "http://"), &tls.Config{InsecureSkipVerify: true, ServerName: name})
		if err != nil {
			t.Fatal(err)
		}
		if shown := c.ConnectionState().PeerCertificates[0]; shown.Equal(own.Leaf) || shown.VerifyHostname("game.example") != nil {
			t.Errorf("a client that asks for %q is shown %v", name, shown.DNSNames)
		}
		c.Close()
	}
}

func TestAHostWithoutTheCertificateThatWasNamedDoesNotStart(t *testing.T) {
	t.Parallel()
	o := Options{Dirs: tempDirs(t), Hosting: ui.Hosting{Web: "127.0.0.1:0"}, WebOptions: WebOptions{WebCertificate: "/nowhere/cert.pem", WebKey: "/nowhere/key.pem"}}
	o.Match.Arena, o.Match.Skill, o.Match.OffRecord = "duel", 1, true
	s, err := Start(o, nil)
	if err == nil {
		s.Close()
	}
	if err == nil || err.Error() != "cannot show browsers the certificate: /nowhere/cert.pem: no such file or directory" {
		t.Errorf("got %v", err)
	}
}

func TestAHostThatWaitsForACertificateClosesAtOnceAndNamesThePort(t *testing.T) {
	t.Parallel()
	silent, err := stdnet.Listen("tcp", "127.0.0.1:0") // a slow authority
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	o := Options{WebOptions: WebOptions{WebDomain: "game.example", WebAuthority: "http://" + silent.Addr().String()}}
	started, web := hostsForBrowsers(t, o)
	if started.warning == nil || !strings.Contains(started.warning.Error(), "looks for game.example at port 443: that must lead here, to port") {
		t.Errorf("it warns: %v", started.warning)
	}
	if want := "https://game.example:"; !strings.HasPrefix(started.WebURL(), want) {
		t.Errorf("the URL for others is %s", started.WebURL())
	}
	if c, err := tls.Dial("tcp", strings.TrimPrefix(web, "http://"), &tls.Config{InsecureSkipVerify: true, ServerName: "other.example"}); err == nil {
		c.Close()
		t.Error("another name is shown a certificate")
	}
	asked, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer asked.Close()
	began := time.Now()
	if started.Close(); time.Since(began) > testkit.Limit/3 { // a request to an authority may take half a minute
		t.Errorf("it took %v to close", time.Since(began))
	}
}
