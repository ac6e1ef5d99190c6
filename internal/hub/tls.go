package hub

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"sync/atomic"

	"github.com/nats-io/nats-server/v2/server"

	"dogfight/sys"
)

// TLSFiles are PEM files. Clients check the certificate; hubs of a cluster check one another's by the CA, in
// both directions. Clients prove who they are by their nkeys, and need no certificate.
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

// certificate is what the hub shows: that of its files, as they were when they were last read.
type certificate struct {
	files TLSFiles
	now   atomic.Pointer[tls.Certificate]
}

// newCertificate returns the certificate in the files, or nil where there are none.
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

// apply has the server speak TLS alone.
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
