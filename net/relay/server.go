package relay

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"slices"
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
	silence   = 3 * pingEvery   // after which a host connection is closed
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
	hosts    map[*hostConn]struct{}
	sites    map[netip.Prefix]int // hosts at each
	codes    map[Code]*registration
	calls    map[call]chan net.Conn
	pairs    int
	draining bool
}

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
		hosts: map[*hostConn]struct{}{}, sites: map[netip.Prefix]int{}, codes: map[Code]*registration{}, calls: map[call]chan net.Conn{},
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
		MinVersion: tls.VersionTLS13, NextProtos: protocols, Certificates: []tls.Certificate{cert}, SessionTicketsDisabled: true,
		ClientAuth: tls.RequireAnyClientCert, VerifyConnection: checkPeer,
	}
}

const (
	alpn           = "dogfight-relay/2"
	firstALPN      = "dogfight-relay/1" // without browsers
	maxCertificate = 16 << 10
)

var protocols = []string{alpn, firstALPN}

var errPeer = errors.New("must speak " + alpn + " and show one short certificate")

// checkPeer refuses a peer of another protocol, or with more than one short certificate.
func checkPeer(s tls.ConnectionState) error {
	if !slices.Contains(protocols, s.NegotiatedProtocol) || len(s.PeerCertificates) != 1 || len(s.PeerCertificates[0].Raw) > maxCertificate {
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

// Refuse turns the refusal of new hosts and callers on or off.
func (s *Server) Refuse(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.draining = on
	for h := range s.hosts {
		if on {
			h.send(appendFrame(nil, frameEnding))
		}
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
