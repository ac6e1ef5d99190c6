package server

import (
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"dogfight/internal/ops"
	"dogfight/net/link"
	"dogfight/net/relay"
	"dogfight/net/webd"
)

// Relay is a relay with its doors for operators.
type Relay struct {
	*Entrance
	*drainer
	server *relay.Server
}

// OpenRelay opens a relay at o.Listen. rate is the bytes a second each way of a player.
func OpenRelay(o Options, rate int, log *slog.Logger) (*Relay, error) {
	r := &Relay{Entrance: &Entrance{dirs: o.Dirs, log: log}}
	cert, err := link.Certificate(o.Dirs.RelayCertificate())
	if err := r.warnNotSaved("certificate", err); err != nil {
		return nil, err
	}
	limits := o.limits()
	limits.Total, limits.HalfOpen, limits.PerLocal, limits.Log = maxRelayed, maxRelayed/8, max(maxRelayed/8, o.PerAddress), log
	r.server, err = relay.Listen(o.Listen, relay.Options{Certificate: cert, Limits: limits, Rate: rate, Log: log})
	if err != nil {
		return nil, fmt.Errorf("cannot listen at %s: %s", o.Listen, link.Reason(err))
	}
	r.drainer = &drainer{
		limit: o.DrainLimit, refuse: r.server.Refuse, logger: log, what: "the relay takes no new callers, and ends when the players that it relays have left",
		idle: func() bool { return r.server.Figures().Pairs == 0 },
	}
	r.monitor = ops.NewService(o.Program, r.service(ops.Service{
		Program: "relay", Healthy: func() error { return nil }, Ready: func() error { return nil },
		Status: func() string {
			f := r.server.Figures()
			return fmt.Sprintf("%s, %s", count(f.Hosts, "host"), count(f.Pairs, "relayed player"))
		},
		Who: r.hosts,
	}))
	r.drainer.start(r.monitor)
	r.watch()
	if o.Web != "" {
		err = r.open(r.openWeb(&o, r.pages(), r.callFor))
	}
	if err == nil {
		err = r.serveOps(&o)
	}
	if err == nil {
		service := r.service(ops.Service{Program: "relay", Who: r.hosts})
		err = r.openAdmin(o.Admin, r.dirs.RelaySocket(), nil, service.Answer)
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	r.monitor.Open()
	return r, nil
}

// invitedPage says how to join by an invitation. It requests nothing else.
var invitedPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Dogfight</title>
<h1>You are invited to a match of Dogfight</h1>
<p>Type this in a terminal, or under Join a match, Join by address:
<pre>dogfight join {{.}}</pre>
{{if .Browsers}}<p><a href="/{{.Code}}/">Or play in this browser.</a> This relay can then read what you type and what you see.
{{end}}<p>The invitation ends with its host.
`))

// pages serves the pages of invitations. Those of the game are the relay's own: all of its pages have one origin, so that a script of one host
// could pose as its visitors at another.
//
//	/CODE             what to type
//	/CODE/            the game, if the host takes browsers; else leads to /CODE
//	/CODE/...         its files
//	/CODE/info        an empty description, for the game's card
//	/CODE/join.txt    what to type, as text
func (r *Relay) pages() http.Handler {
	mux := http.NewServeMux()
	page := webd.PageHandler()
	under := func(h http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, q *http.Request) {
			http.StripPrefix("/"+q.PathValue("code"), h).ServeHTTP(w, q)
		}
	}
	mux.HandleFunc("GET /{code}", r.serveInvited)
	mux.HandleFunc("GET /{code}/join.txt", r.serveInvited)
	mux.HandleFunc("GET /{code}/info", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintln(w, "{}") // the relay knows nothing of the match
	})
	mux.HandleFunc("GET /{code}/sound.json", under(http.HandlerFunc(serveSound)))
	mux.HandleFunc("GET /{code}/sound/", under(http.HandlerFunc(serveSound)))
	mux.HandleFunc("GET /{code}/", under(page))
	mux.HandleFunc("GET /{code}/{$}", func(w http.ResponseWriter, q *http.Request) {
		switch code, err := relay.ParseCode(q.PathValue("code")); {
		case err != nil:
			http.NotFound(w, q)
		case string(code) != q.PathValue("code") || !r.takesBrowsers(code, q):
			http.Redirect(w, q, "/"+string(code), http.StatusSeeOther)
		default:
			under(page)(w, q)
		}
	})
	return mux
}

// serveInvited serves what to type for the invitation in the path, and leads browsers on if its host takes them.
func (r *Relay) serveInvited(w http.ResponseWriter, q *http.Request) {
	code, err := relay.ParseCode(q.PathValue("code"))
	if err != nil {
		http.NotFound(w, q)
		return
	}
	restrict(w.Header())
	at, listen := hostName(q.Host), r.server.Addr()
	if at == "" {
		at = reachableAddress(listen.Addr()).String()
	}
	i := relay.Invitation{Relay: link.JoinPort(at, listen.Port()), Code: code}
	if strings.HasSuffix(q.URL.Path, ".txt") {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintf(w, "dogfight join %s\n", i)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	invitedPage.Execute(w, struct {
		relay.Invitation
		Browsers bool
	}{i, r.takesBrowsers(code, q)})
}

func (r *Relay) takesBrowsers(code relay.Code, q *http.Request) bool {
	from, err := netip.ParseAddrPort(q.RemoteAddr)
	return err == nil && r.server.TakesBrowsers(code, from.Addr())
}

// callFor calls the host of an invitation for a browser.
func (r *Relay) callFor(text string, from netip.AddrPort) (net.Conn, error) {
	code, err := relay.ParseCode(text)
	if err != nil {
		return nil, err
	}
	return r.server.Browser(code, from)
}

// maxRelayed bounds the connections of a relay: about 100 MB.
const maxRelayed = 8192

func (r *Relay) hosts() (all []any) {
	for _, h := range r.server.Hosts() {
		all = append(all, h)
	}
	return all
}

// watch adds the figures of the relay to its monitor.
func (r *Relay) watch() {
	m := r.monitor
	m.Refused("relay", r.server.Refused)
	gauge := func(name string, of func(relay.Figures) int) {
		m.Source("dogfight_relay_"+name, func() float64 { return float64(of(r.server.Figures())) })
	}
	counter := func(name string, of func(relay.Figures) uint64) {
		m.Counter("dogfight_relay_"+name, func() uint64 { return of(r.server.Figures()) })
	}
	gauge("hosts", func(f relay.Figures) int { return f.Hosts })
	gauge("invitations", func(f relay.Figures) int { return f.Codes })
	gauge("players", func(f relay.Figures) int { return f.Pairs })
	counter("calls_total", func(f relay.Figures) uint64 { return f.Asked })
	for why := range r.server.Figures().Refused {
		counter(fmt.Sprintf("calls_refused_total{reason=%q}", why), func(f relay.Figures) uint64 { return f.Refused[why] })
	}
	counter("stream_bytes_total", func(f relay.Figures) uint64 { return f.Bytes })
	counter("datagrams_total", func(f relay.Figures) uint64 { return f.Datagrams })
	counter("datagram_bytes_total", func(f relay.Figures) uint64 { return f.DatagramSize })
	counter("datagrams_dropped_total", func(f relay.Figures) uint64 { return f.Dropped })
}

// Name returns "relay".
func (*Relay) Name() string { return "relay" }

// Addrs returns the address of the relay.
func (r *Relay) Addrs() []string { return []string{r.server.Addr().String()} }

// Close disconnects all hosts and players.
func (r *Relay) Close() {
	r.drainer.close()
	r.server.Close()
	r.Entrance.Close()
}
