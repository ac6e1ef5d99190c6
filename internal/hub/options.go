package hub

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"dogfight/sys"
)

// Options configure a hub. Only Data is required.
type Options struct {
	Listen string // for clients; default DefaultListen
	Data   string // the folder of streams
	Name   string // of this hub among those of its cluster

	Cluster  string   // listen address for other hubs; "" for none
	Routes   []string // URLs of other hubs' Cluster addresses
	Replicas int      // copies of each stream; default 1

	TLS    TLSFiles
	Keys   string      // the file of keys; "" accepts every client that reaches Listen
	OnKeys func([]Key) // receives the keys at the start and after each Reload; may be nil
	Open   bool        // listen beyond this machine without keys

	Connections int   // at most; default DefaultConnections
	Memory      int64 // bytes for streams in memory; default DefaultMemory
	Disk        int64 // bytes for streams on disk; default DefaultDisk

	PublicList string // listen address for a public list of matches; "" for none

	Services []Service
	Log      *slog.Logger // default: no log
}

const (
	DefaultListen      = "127.0.0.1:4222"
	DefaultConnections = 4096
	DefaultMemory      = 512 << 20
	DefaultDisk        = 16 << 30

	// The reservations of the streams, with some room for the bookkeeping of a cluster.
	LeastMemory = 448 << 20
	LeastDisk   = 6 << 30

	// clusterName is common to all hubs: those with different names refuse each other.
	clusterName = "dogfight"

	maxPayload       = 1 << 20
	maxPending       = 16 << 20 // bytes for a client that does not read; beyond, it is disconnected
	maxSubscriptions = 4096     // of a client
	maxControlLine   = 1024     // subjects are far shorter
)

// Check validates the options. Its errors name the flags of the command line.
func (o *Options) Check() error {
	if o.Data == "" {
		return fmt.Errorf("--data: must be a folder, got none")
	}
	if o.Replicas != 0 && o.Replicas != 1 && o.Replicas != 3 && o.Replicas != 5 {
		return fmt.Errorf("--replicas: must be 1, 3 or 5, got %d", o.Replicas)
	}
	if o.Connections < 0 {
		return fmt.Errorf("--connections: must be 1 or more, got %d", o.Connections)
	}
	if o.Replicas > 1 && o.Cluster == "" {
		return fmt.Errorf("--replicas: %d need a cluster of as many hubs, and this hub has no --cluster", o.Replicas)
	}
	if o.Cluster == "" && len(o.Routes) > 0 {
		return fmt.Errorf("--routes: needs --cluster with it")
	}
	if o.Cluster != "" {
		if _, _, err := splitAddress(o.Cluster); err != nil {
			return fmt.Errorf("--cluster: %w", err)
		}
		if o.Name == "" {
			return fmt.Errorf("--name: each hub of a cluster needs one of its own")
		}
	}
	if o.PublicList != "" {
		if _, _, err := splitAddress(o.PublicList); err != nil {
			return fmt.Errorf("--public-list: %w", err)
		}
	}
	if _, err := o.routes(); err != nil {
		return err
	}
	if err := o.checkExposure(); err != nil {
		return err
	}
	if o.Cluster != "" && len(o.Routes) == 0 {
		return fmt.Errorf("--routes: --cluster needs the URLs of other hubs with it, which need not run yet")
	}
	return o.TLS.check(o.Cluster != "")
}

// checkExposure refuses addresses that strangers can reach without keys, unless Open is set.
func (o *Options) checkExposure() error {
	if o.Open {
		return nil
	}
	beyond, err := beyondThisMachine(o.Listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	if beyond && o.Keys == "" {
		return fmt.Errorf("--listen: %s can be reached from other machines: give a file of keys (--keys), or say --open", o.Listen)
	}
	if o.Cluster == "" {
		return nil
	}
	if beyond, err = beyondThisMachine(o.Cluster); err != nil {
		return fmt.Errorf("--cluster: %w", err)
	}
	if beyond && o.TLS.CA == "" {
		return fmt.Errorf("--cluster: %s can be reached from other machines: hubs need certificates (--tls-cert, --tls-key, --tls-ca), or say --open", o.Cluster)
	}
	return nil
}

// beyondThisMachine reports whether other machines can reach an address.
func beyondThisMachine(address string) (bool, error) {
	host, _, err := splitAddress(address)
	if err != nil {
		return false, err
	}
	at, err := netip.ParseAddr(host)
	return host != "localhost" && (err != nil || !at.IsLoopback()), nil
}

func splitAddress(address string) (host string, port int, err error) {
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, fmt.Errorf("%q is not an address such as 127.0.0.1:4222", address)
	}
	port, err = strconv.Atoi(portText)
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("%q: the port must be 0 to 65535", address)
	}
	if host == "" {
		host = "0.0.0.0"
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// nats returns the options of the server, without certificate and authentication.
func (o *Options) nats() (*server.Options, error) {
	host, port, err := splitAddress(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("--listen: %w", err)
	}
	n := &server.Options{
		Host: host, Port: port, ServerName: o.Name,
		NoSigs: true, DisableJetStreamBanner: true,
		AlwaysEnableNonce: true, // clients may send a key even if none is required
		MaxConn:           o.Connections, MaxSubs: maxSubscriptions,
		MaxPayload: maxPayload, MaxPending: maxPending, MaxControlLine: maxControlLine,
		PingInterval: 5 * time.Second, MaxPingsOut: 2, // a host without network is disconnected after 15 s
		WriteDeadline: 5 * time.Second, AuthTimeout: 3,
		JetStream: true, StoreDir: o.Data,
		JetStreamLimits:    server.JSLimitOpts{DefaultMaxConsumers: maxConsumers},
		JetStreamMaxMemory: orDefault(o.Memory, DefaultMemory), JetStreamMaxStore: orDefault(o.Disk, DefaultDisk),
		// Acknowledged results survive a power cut. They are few; the busy streams are in memory.
		SyncAlways:       true,
		LameDuckDuration: 2 * time.Second, LameDuckGracePeriod: 100 * time.Millisecond,
	}
	return n, o.cluster(n)
}

// cluster sets the options of a cluster.
func (o *Options) cluster(n *server.Options) (err error) {
	if o.Cluster == "" {
		return nil
	}
	n.Cluster.Name = clusterName
	if n.Cluster.Host, n.Cluster.Port, err = splitAddress(o.Cluster); err != nil {
		return fmt.Errorf("--cluster: %w", err)
	}
	n.Cluster.PingInterval, n.Cluster.MaxPingsOut = 2*time.Second, 2
	n.Routes, err = o.routes()
	return err
}

// routes returns the URLs of other hubs.
func (o *Options) routes() (all []*url.URL, err error) {
	for _, route := range o.Routes {
		to, err := url.Parse(route)
		if err != nil || to.Host == "" || (to.Scheme != "nats" && to.Scheme != "tls") {
			return nil, fmt.Errorf("--routes: %q is not a URL such as nats://10.0.0.2:6222", route)
		}
		all = append(all, to)
	}
	return all, nil
}

func (o *Options) log() *slog.Logger {
	if o.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Log
}

func orDefault[T int | int64](value, usual T) T {
	if value <= 0 {
		return usual
	}
	return value
}

// TLSFiles are PEM files. Clients check the certificate; hubs of a cluster check each other's by the CA, in both directions. Clients identify
// themselves by nkeys and need no certificate.
type TLSFiles struct{ Cert, Key, CA string }

const tlsTimeout = 3 // seconds for a handshake

func (f *TLSFiles) check(cluster bool) error {
	if (f.Cert == "") != (f.Key == "") {
		return fmt.Errorf("--tls-cert: goes together with --tls-key")
	}
	if f.CA != "" && f.Cert == "" {
		return fmt.Errorf("--tls-ca: needs --tls-cert and --tls-key with it")
	}
	if cluster && f.Cert != "" && f.CA == "" {
		return fmt.Errorf("--tls-ca: is needed as well: hubs of a cluster check one another's certificates by it")
	}
	return nil
}

// certificate is the hub's certificate, as last read from its files.
type certificate struct {
	files TLSFiles
	now   atomic.Pointer[tls.Certificate]
}

// newCertificate returns the certificate in the files, or nil without files.
func newCertificate(files TLSFiles) (*certificate, error) {
	if files.Cert == "" {
		return nil, nil
	}
	pair, err := files.read()
	if err != nil {
		return nil, err
	}
	c := &certificate{files: files}
	c.now.Store(pair)
	return c, nil
}

func (f *TLSFiles) read() (*tls.Certificate, error) {
	pair, err := sys.ReadKeyPair(f.Cert, f.Key)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert: %w", err)
	}
	return &pair, nil
}

// apply makes the server require TLS.
func (c *certificate) apply(n *server.Options) error {
	toClients := func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.now.Load(), nil }
	n.TLS, n.TLSTimeout = true, tlsTimeout
	n.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS13, GetCertificate: toClients}
	if c.files.CA == "" || n.Cluster.Name == "" {
		return nil
	}
	text, err := sys.ReadFile(c.files.CA, sys.MaxText)
	if err != nil {
		return fmt.Errorf("--tls-ca: %w", err)
	}
	known := x509.NewCertPool()
	if !known.AppendCertsFromPEM(text) {
		return fmt.Errorf("--tls-ca: %s has no certificate", c.files.CA)
	}
	n.Cluster.TLSTimeout = tlsTimeout
	n.Cluster.TLSConfig = &tls.Config{
		MinVersion: tls.VersionTLS13, GetCertificate: toClients,
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return c.now.Load(), nil },
		RootCAs:              known, ClientCAs: known, ClientAuth: tls.RequireAndVerifyClientCert,
	}
	return nil
}
