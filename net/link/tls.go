package link

import (
	"crypto/ed25519"
	"crypto/tls"
	"errors"
)

// alpn is the application protocol and its version. alpnVia is the version of streams that a relay has spliced, on which
// the ends tell each other their addresses. No other stream has it: there a client reaches its host anyway.
const (
	alpn    = "dogfight/5"
	alpnVia = "dogfight/6"
)

// baseConfig is common to both ends.
func baseConfig() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13,
		NextProtos: []string{alpn},

		// A link lasts for a match and is not resumed.
		SessionTicketsDisabled: true,

		// Small first records are for web pages. Here, one write is one record.
		DynamicRecordSizingDisabled: true,
	}
}

// hostConfig asks the client for a certificate, which is optional. No authority signs those of players, so any with a
// key is accepted.
func hostConfig(cert tls.Certificate) *tls.Config {
	c := baseConfig()
	c.Certificates = []tls.Certificate{cert}
	c.ClientAuth = tls.RequestClientCert
	c.VerifyConnection = checkClient
	return c
}

// clientConfig presents no certificate to a host that trust refuses by its certificate (DER).
func clientConfig(trust func(cert []byte) error) *tls.Config {
	c := baseConfig()
	c.InsecureSkipVerify = true // no authority signs certificates of game hosts: they are pinned
	c.VerifyConnection = func(s tls.ConnectionState) error {
		if err := trust(s.PeerCertificates[0].Raw); err != nil {
			return refusal{err}
		}
		return nil
	}
	return c
}

// overRelay makes a config prefer alpnVia.
func overRelay(c *tls.Config) *tls.Config {
	c = c.Clone()
	c.NextProtos = []string{alpnVia, alpn}
	return c
}

// isOurs reports whether a session has a protocol of links.
func isOurs(s tls.ConnectionState) bool {
	return s.NegotiatedProtocol == alpn || s.NegotiatedProtocol == alpnVia
}

// refusal marks an error of a handshake with a text for users.
type refusal struct{ error }

func fingerprintOf(s tls.ConnectionState) string {
	return Fingerprint(s.PeerCertificates[0].Raw)
}

// CertificateOf returns the certificate (DER) of the other end's proven key, or nil. The rest of its content is
// unchecked.
func CertificateOf(l Link) []byte {
	if s := streamOf(l); s != nil {
		return s.certificate
	}
	return nil
}

// identityOf returns the fingerprint of the peer's ed25519 key, or "". The TLS handshake has proven that the peer holds
// it (RFC 8446, section 4.4.3).
func identityOf(s tls.ConnectionState) string {
	if len(s.PeerCertificates) == 0 {
		return ""
	}
	key, ok := s.PeerCertificates[0].PublicKey.(ed25519.PublicKey)
	if !ok {
		return ""
	}
	return KeyFingerprint(key)
}

// maxCertificate bounds a client's certificate. One that has only a key is shorter than 400 bytes.
const maxCertificate = 16 << 10

var errCertificate = errors.New("must show one short certificate, or none")

// checkClient refuses a client with more than one short certificate.
func checkClient(s tls.ConnectionState) error {
	if n := len(s.PeerCertificates); n > 1 || n == 1 && len(s.PeerCertificates[0].Raw) > maxCertificate {
		return errCertificate
	}
	return nil
}

// Binding returns 32 bytes known only to the two ends of the TLS connection below a link (tls-exporter, RFC 9266). A
// proof that contains them is valid for the other end, not for a relay between them. It is nil while the link connects,
// and without our own TLS: a pipe crosses no network, and a client's end of an SSH channel does not know them.
func Binding(l Link) []byte {
	s := streamOf(l)
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.binding
}

const (
	bindingLabel = "EXPORTER-Channel-Binding"
	bindingSize  = 32
)
