package link

import "crypto/tls"

// alpn names what is spoken over TLS, and its version.
const alpn = "dogfight/2"

// baseConfig is what both ends agree on.
func baseConfig() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13,
		NextProtos: []string{alpn},

		// A link lasts for a match; nobody resumes one.
		SessionTicketsDisabled: true,

		// Small first records are for web pages. Here, one write is one record.
		DynamicRecordSizingDisabled: true,
	}
}

// hostConfig is baseConfig for the end that listens. It asks for a certificate of
// the client, which need not have one; nobody signs those of players, so any will do
// whose key is there.
func hostConfig(cert tls.Certificate) *tls.Config {
	c := baseConfig()
	c.Certificates = []tls.Certificate{cert}
	c.ClientAuth = tls.RequestClientCert
	c.VerifyConnection = checkClient
	return c
}

// clientConfig is baseConfig for the end that dials. A host that trust refuses
// learns nothing of us; a new one is not remembered before it has proved, at the
// end of the handshake, that the certificate is its own.
func clientConfig(addr string, trust *Trust) *tls.Config {
	c := baseConfig()
	c.InsecureSkipVerify = true // nobody signs the certificates of game hosts: trust pins them
	c.VerifyConnection = func(s tls.ConnectionState) error {
		if err := trust.check(addr, fingerprintOf(s)); err != nil {
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
