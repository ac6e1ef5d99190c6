package link

import (
	"crypto/tls"
)

// Trust is what is known of hosts: see package trust.
type Trust = KnownHosts

// alpn names what is spoken over TLS, and its version.
const alpn = "dogfight/5"

// baseConfig is what both ends agree on.
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

// hostConfig is baseConfig for the end that listens. It asks for a certificate of
// the client, which need not have one. Those of players are not signed by an authority, so
// any will do that has a key.
func hostConfig(cert tls.Certificate) *tls.Config {
	c := baseConfig()
	c.Certificates = []tls.Certificate{cert}
	c.ClientAuth = tls.RequestClientCert
	c.VerifyConnection = checkClient
	return c
}

// clientConfig is baseConfig for the end that dials. A host that known refuses
// learns nothing of us; a new one is not remembered before it has proved, at the
// end of the handshake, that the certificate is its own.
func clientConfig(addr string, known *Trust) *tls.Config {
	c := baseConfig()
	c.InsecureSkipVerify = true // certificates of game hosts are not signed by an authority: known pins them
	c.VerifyConnection = func(s tls.ConnectionState) error {
		if err := known.Check(addr, fingerprintOf(s)); err != nil {
			return refusal{err}
		}
		return nil
	}
	return c
}

// refusal marks what is told to a user as it is among the errors of a handshake.
type refusal struct{ error }

func fingerprintOf(s tls.ConnectionState) string {
	return Fingerprint(s.PeerCertificates[0].Raw)
}
