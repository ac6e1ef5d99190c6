package relay

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"dogfight/net/admission"
	"dogfight/sys"
)

// Options configure a Server.
type Options struct {
	Certificate tls.Certificate
	Limits      admission.Limits // of all connections; those of hosts' addresses are bounded by PerLocal
	Rate        int              // bytes a second each way of a pair, of the stream and of datagrams; 0 for UsualRate
	Log         *slog.Logger     // nil: silent
}

// UsualRate is 128 kbit/s: a player needs 10 to 60.
const UsualRate = 16_000

const (
	patience  = 5 * time.Second // for the first bytes of a connection, and for a claim
	silence   = 3 * pingEvery   // after which a standing connection is closed
	pingEvery = 15 * time.Second
	away      = 2 * time.Minute // for which a code waits for its host

	codesPerHost = 8
	hostsPerSite = 16
	maxCodes     = 16 << 10
)

// Server is a relay.
type Server struct {
	// Static after Listen.
	options Options
	tcp     net.Listener
	tls     *tls.Config
	control *admission.Control
	udp     *forwarder
	closed  <-chan struct{}
	stop    context.CancelFunc
	running sync.WaitGroup

	counts counts

	mu       sync.Mutex
	hosts    map[*standing]struct{}
	sites    map[netip.Prefix]int // hosts at each
	codes    map[Code]*registration
	calls    map[call]*caller
	pairs    int
	draining bool
	drained  chan struct{} // closed when a draining server has no pairs
}

// registration is a code that a host has registered.
type registration struct {
	key   string // of the host
	nonce Nonce
	host  *standing // nil while the host is away
	until time.Time // of an absence
}

// caller waits for its host.
type caller struct{ claimed chan net.Conn }

// Listen opens a relay at an address, TCP and UDP. The caller must Close it.
func Listen(addr string, o Options) (*Server, error) {
	tcp, udp, err := bind(addr)
	if err != nil {
		return nil, err
	}
	return serve(tcp, udp, o), nil
}

// serve is Listen on sockets that are open. Without udp, pairs have streams alone.
func serve(tcp net.Listener, udp *net.UDPConn, o Options) *Server {
	o.Rate, o.Log = cmp.Or(o.Rate, UsualRate), cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{
		options: o, tls: serverConfig(o.Certificate), udp: newForwarder(udp, o.Rate), closed: ctx.Done(), stop: stop,
		hosts: map[*standing]struct{}{}, sites: map[netip.Prefix]int{}, codes: map[Code]*registration{}, calls: map[call]*caller{},
		drained: make(chan struct{}),
	}
	isLocal := o.Limits.Local
	if isLocal == nil {
		isLocal = admission.IsLocal
	}
	o.Limits.Local = func(a netip.Addr) bool { return isLocal(a) || s.isHosts(a) } // a host claims all its callers from one address
	s.control = admission.New(o.Limits)
	s.tcp = s.control.Patient(tcp, o.Log)
	s.running.Go(func() {
		defer sys.Restore()
		s.run(ctx)
	})
	if udp != nil {
		s.running.Go(func() {
			defer sys.Restore()
			s.udp.run()
		})
	}
	return s
}

// bind opens a TCP port and the UDP port of the same number.
func bind(addr string) (tcp net.Listener, udp *net.UDPConn, err error) {
	const tries = 8
	for try := 1; ; try++ {
		if tcp, err = net.Listen("tcp", addr); err != nil {
			return nil, nil, fmt.Errorf("cannot listen: %w", err)
		}
		conn, err := net.ListenPacket("udp", tcp.Addr().String())
		if err == nil {
			return tcp, conn.(*net.UDPConn), nil
		}
		tcp.Close()
		if try == tries || !strings.HasSuffix(addr, ":0") {
			return nil, nil, fmt.Errorf("cannot have the UDP port of the same number: %w", err)
		}
	}
}

func serverConfig(cert tls.Certificate) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13, NextProtos: []string{alpn}, Certificates: []tls.Certificate{cert}, SessionTicketsDisabled: true,
		ClientAuth: tls.RequireAnyClientCert, VerifyConnection: checkPeer,
	}
}

const (
	alpn           = "dogfight-relay/1"
	maxCertificate = 16 << 10
)

var errPeer = errors.New("must speak " + alpn + " and show one short certificate")

// checkPeer refuses a peer of another protocol, or with more than one short certificate.
func checkPeer(s tls.ConnectionState) error {
	if s.NegotiatedProtocol != alpn || len(s.PeerCertificates) != 1 || len(s.PeerCertificates[0].Raw) > maxCertificate {
		return errPeer
	}
	return nil
}

// Addr returns the address with the port that the system chose for port 0.
func (s *Server) Addr() netip.AddrPort { return s.tcp.Addr().(*net.TCPAddr).AddrPort() }

// Refused counts refused connections.
func (s *Server) Refused() admission.Refused { return s.control.Refused() }

// Close disconnects everyone, and waits for the goroutines.
func (s *Server) Close() {
	s.stop()
	s.tcp.Close()
	if s.udp.conn != nil {
		s.udp.conn.Close()
	}
	s.running.Wait()
}

// Drain refuses new hosts and callers. Drained is closed when the last pair has ended.
func (s *Server) Drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.draining = true
	for h := range s.hosts {
		h.send(appendFrame(nil, frameEnding))
	}
	s.checkDrained()
}

// Undrain ends Drain, unless Drained is closed already.
func (s *Server) Undrain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.draining = false
}

// Drained is closed when a draining relay has no pairs.
func (s *Server) Drained() <-chan struct{} { return s.drained }

func (s *Server) checkDrained() {
	if !s.draining || s.pairs > 0 {
		return
	}
	select {
	case <-s.drained:
	default:
		close(s.drained)
	}
}

func (s *Server) run(ctx context.Context) {
	for {
		conn, err := s.tcp.Accept()
		if err != nil {
			return
		}
		visit, err := s.control.Enter(admission.AddressOf(conn), func() { conn.Close() })
		if err != nil {
			conn.Close()
			continue
		}
		s.running.Go(func() {
			defer sys.Restore()
			defer visit.Leave()
			defer context.AfterFunc(ctx, func() { conn.Close() })()
			s.receive(ctx, conn, visit)
		})
	}
}

// receive serves a connection by its first byte.
func (s *Server) receive(ctx context.Context, conn net.Conn, visit *admission.Visit) {
	conn.SetDeadline(time.Now().Add(patience))
	first := make([]byte, 1)
	if _, err := io.ReadFull(conn, first); err != nil {
		conn.Close()
		return
	}
	if first[0] == tlsRecord {
		defer conn.Close()
		s.serveHost(rewind(conn, first), visit)
		return
	}
	kind, content, err := readPreamble(rewind(conn, first))
	switch {
	case err != nil:
		if errors.Is(err, errVersion) {
			refuse(conn, OldVersion)
		}
		conn.Close()
	case kind == kindAsk:
		defer conn.Close()
		s.ask(ctx, conn, visit, string(content))
	case !s.claim(conn, call(content)):
		visit.Fail()
		conn.Close()
	default:
		visit.Settle() // the pair counts for its caller alone
	}
}

const tlsRecord = 0x16 // the first byte of a TLS handshake

// rewound is a connection that reads some bytes again.
type rewound struct {
	net.Conn
	r io.Reader
}

func rewind(conn net.Conn, read []byte) rewound {
	return rewound{conn, io.MultiReader(bytes.NewReader(read), conn)}
}

func (r rewound) Read(b []byte) (int, error) { return r.r.Read(b) }

func refuse(conn net.Conn, why Status) { conn.Write((&answer{status: why}).append(nil)) }

// ask brings a caller to its host, and passes on their bytes until the end.
func (s *Server) ask(ctx context.Context, conn net.Conn, visit *admission.Visit, text string) {
	conn.SetDeadline(time.Now().Add(2 * patience)) // the host has one
	from := conn.RemoteAddr().(*net.TCPAddr).AddrPort()
	number, c, nonce, status := s.announce(text, from)
	if status == spliced {
		status = s.await(number, c)
	}
	if status != spliced {
		if status == Unknown {
			visit.Fail() // besides the penalty for leaving
		} else {
			visit.Settle()
		}
		s.counts.refused(status)
		refuse(conn, status)
		return
	}
	host := <-c.claimed
	defer host.Close()
	defer context.AfterFunc(ctx, func() { host.Close() })()
	defer s.leavePair()
	visit.Settle()
	near, far := s.udp.open()
	defer s.udp.close(near, far)
	port := s.udp.port
	toHost := answer{number: far.number, port: port}
	toCaller := answer{number: near.number, port: port, nonce: nonce}
	if _, err := host.Write(toHost.append(nil)); err != nil {
		return
	}
	if _, err := conn.Write(toCaller.append(nil)); err != nil {
		return
	}
	s.counts.spliced.Add(1)
	s.splice(conn, host)
}

// announce sends a caller to the host with a code.
func (s *Server) announce(text string, from netip.AddrPort) (number call, c *caller, nonce Nonce, status Status) {
	s.counts.asked.Add(1)
	code, err := parseCode([]byte(text))
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.codes[code]
	switch {
	case s.draining:
		return number, nil, nonce, Ending
	case err != nil || r == nil || r.host == nil && time.Now().After(r.until):
		return number, nil, nonce, Unknown
	case r.host == nil:
		return number, nil, nonce, NoHost
	}
	rand.Read(number[:])
	if !r.host.send(appendCaller(nil, number, from)) {
		return number, nil, nonce, NoHost
	}
	c = &caller{make(chan net.Conn, 1)}
	s.calls[number] = c
	return number, c, r.nonce, spliced
}

// await waits for a claim: c.claimed then has the host's connection, and the pair is counted.
func (s *Server) await(number call, c *caller) Status {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	status := NoHost
	select {
	case host := <-c.claimed:
		c.claimed <- host
		return spliced
	case <-timer.C:
	case <-s.closed:
		status = Ending
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls[number] == nil { // claimed meanwhile
		return spliced
	}
	delete(s.calls, number)
	return status
}

// claim gives the connection of a host to its caller, and reports whether there is one.
func (s *Server) claim(conn net.Conn, number call) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.calls[number]
	if c == nil {
		return false
	}
	delete(s.calls, number)
	s.pairs++
	c.claimed <- conn
	return true
}

func (s *Server) leavePair() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pairs--
	s.checkDrained()
}

// isHosts reports whether a host has a standing connection from the site of an address.
func (s *Server) isHosts(a netip.Addr) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sites[admission.Site(a)] > 0
}

// standing is the connection of a host.
type standing struct {
	key  string // SHA-256 of its certificate
	site netip.Prefix
	out  chan []byte
	cut  func()
}

// send sends a frame, and reports whether there was room. It never blocks.
func (h *standing) send(frame []byte) bool {
	select {
	case h.out <- frame:
		return true
	default:
		return false
	}
}

// serveHost serves a host's standing connection until its end.
func (s *Server) serveHost(raw net.Conn, visit *admission.Visit) {
	conn := tls.Server(raw, s.tls)
	if conn.Handshake() != nil {
		return
	}
	h := &standing{
		key: keyOf(conn.ConnectionState()), site: admission.Site(admission.AddressOf(raw)), out: make(chan []byte, 64), cut: func() { raw.Close() },
	}
	done := make(chan struct{})
	defer close(done)
	s.running.Go(func() {
		defer sys.Restore()
		h.write(conn, done)
	})
	defer s.leave(h)
	brake := admission.NewBrake(1<<10, 4<<10)
	for buf := make([]byte, maxFrame); ; {
		kind, content, err := readFrame(conn, buf)
		if err != nil || !s.handle(h, visit, kind, bytes.Clone(content)) {
			return
		}
		admission.Pause(brake.Took(2+len(content), time.Now()), s.closed)
		conn.SetDeadline(time.Now().Add(silence))
	}
}

// write writes the frames to a host.
func (h *standing) write(conn net.Conn, done <-chan struct{}) {
	for {
		select {
		case frame := <-h.out:
			if _, err := conn.Write(frame); err != nil {
				h.cut()
				return
			}
		case <-done:
			return
		}
	}
}

// handle handles a frame from a host, and reports whether to keep its connection.
func (s *Server) handle(h *standing, visit *admission.Visit, kind byte, content []byte) bool {
	switch kind {
	case frameRegister:
		code, nonce, err := parseRegister(content)
		if err != nil {
			return false
		}
		status := s.register(h, code, nonce)
		if status == spliced {
			visit.Settle()
		}
		return h.send(appendFrame(nil, frameStatus, byte(status)))
	case frameWithdraw:
		s.withdraw(h, Code(content))
		return true
	case framePing:
		return h.send(appendFrame(nil, framePong))
	}
	return false
}

func (s *Server) register(h *standing, code Code, nonce Nonce) Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	r := s.codes[code]
	_, known := s.hosts[h]
	switch {
	case s.draining:
		return Ending
	case r != nil && r.key != h.key && (r.host != nil || now.Before(r.until)):
		return Taken
	case !known && s.sites[h.site] >= hostsPerSite, (r == nil || r.host != h) && s.codesOf(h) >= codesPerHost, r == nil && !s.makeRoom(now):
		return Full
	}
	if !known {
		s.hosts[h] = struct{}{}
		s.sites[h.site]++
		s.options.Log.Info("a host registers", "site", h.site)
	}
	s.codes[code] = &registration{key: h.key, nonce: nonce, host: h}
	return spliced
}

func (s *Server) codesOf(h *standing) (n int) {
	for _, r := range s.codes {
		if r.host == h {
			n++
		}
	}
	return n
}

// makeRoom makes room for another code in place of one whose host is away, and reports whether there is room.
func (s *Server) makeRoom(now time.Time) bool {
	if len(s.codes) < maxCodes {
		return true
	}
	var oldest Code
	for code, r := range s.codes {
		if r.host == nil && (oldest == "" || r.until.Before(s.codes[oldest].until)) {
			oldest = code
		}
		if r.host == nil && now.After(r.until) {
			delete(s.codes, code)
		}
	}
	delete(s.codes, oldest)
	return len(s.codes) < maxCodes
}

func (s *Server) withdraw(h *standing, code Code) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.codes[code]; r != nil && r.key == h.key {
		delete(s.codes, code)
	}
}

// leave forgets a host. Its codes wait for it.
func (s *Server) leave(h *standing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.hosts[h]; !known {
		return
	}
	delete(s.hosts, h)
	if s.sites[h.site]--; s.sites[h.site] == 0 {
		delete(s.sites, h.site)
	}
	for _, r := range s.codes {
		if r.host == h {
			r.host, r.until = nil, time.Now().Add(away)
		}
	}
}
