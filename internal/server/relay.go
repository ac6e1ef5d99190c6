package server

import (
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"strings"

	"dogfight/internal/ops"
	"dogfight/net/link"
	"dogfight/net/relay"
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
		err = r.open(r.openWeb(&o, http.HandlerFunc(r.servePage)))
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
<p>The invitation ends with its host.
`))

// servePage serves the page of an invitation, at its code. It does not say whether the relay knows the code.
func (r *Relay) servePage(w http.ResponseWriter, q *http.Request) {
	code, err := relay.ParseCode(strings.Trim(q.URL.Path, "/"))
	if err != nil {
		http.NotFound(w, q)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	restrict(w.Header())
	at, listen := hostName(q.Host), r.server.Addr()
	if at == "" {
		at = reachableAddress(listen.Addr()).String()
	}
	invitedPage.Execute(w, relay.Invitation{Relay: link.JoinPort(at, listen.Port()), Code: code})
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
