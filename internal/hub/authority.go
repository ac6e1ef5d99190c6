package hub

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"dogfight/sys"
)

const (
	authorityFile   = "ca"
	authorityLife   = 20 * 365 * 24 * time.Hour
	certificateLife = 5 * 365 * 24 * time.Hour
	clockSkew       = time.Hour // a certificate is valid from before it is made
)

// hostName matches names of DNS and of machines in a private network.
var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$`)

// CheckCertificate checks the names and addresses of a hub, with commas between them. The first is also the name of its files.
func CheckCertificate(hub string) error {
	for name := range strings.SplitSeq(hub, ",") {
		if _, err := netip.ParseAddr(name); err != nil && !hostName.MatchString(name) || hub == authorityFile {
			return fmt.Errorf("must be a host name or an IP address, such as hub1.example.org or 10.0.0.1, got %q", name)
		}
	}
	return nil
}

// MakeCertificates makes the certificates and keys of hubs, as CheckCertificate takes them, in the files of a folder. They serve both sides of a
// connection. The authority that signs them is in the same folder; the first call makes it.
func MakeCertificates(folder string, hubs []string) error {
	ca := &x509.Certificate{
		Subject: pkix.Name{CommonName: "dogfight hubs"}, NotAfter: time.Now().Add(authorityLife),
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign,
	}
	path := filepath.Join(folder, authorityFile)
	if _, err := os.Stat(path + ".key"); os.IsNotExist(err) {
		if err := sign(path, ca, nil, nil); err != nil {
			return err
		}
	}
	authority, err := sys.ReadKeyPair(path+".pem", path+".key")
	if err != nil {
		return fmt.Errorf("the authority: %w", err)
	}
	for _, hub := range hubs {
		names := strings.Split(hub, ",")
		c := &x509.Certificate{
			Subject: pkix.Name{CommonName: names[0]}, NotAfter: time.Now().Add(certificateLife),
			KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		}
		for _, name := range names {
			if at, err := netip.ParseAddr(name); err == nil {
				c.IPAddresses = append(c.IPAddresses, at.AsSlice())
			} else {
				c.DNSNames = append(c.DNSNames, name)
			}
		}
		if err := sign(filepath.Join(folder, names[0]), c, authority.Leaf, authority.PrivateKey); err != nil {
			return err
		}
	}
	return nil
}

// sign writes a new key and its certificate, signed by a parent, or by itself without one.
func sign(path string, c, parent *x509.Certificate, signer crypto.PrivateKey) error {
	if _, err := os.Stat(path + ".pem"); err == nil {
		return fmt.Errorf("%s.pem is there already: remove it to make another", path)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	if c.NotBefore = time.Now().Add(-clockSkew); parent == nil {
		parent, signer = c, key
	}
	public, err := x509.CreateCertificate(rand.Reader, c, parent, key.Public(), signer)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err == nil {
		err = sys.ReplaceFile(path+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
	}
	if err == nil {
		err = sys.ReplaceFile(path+".pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: public}))
	}
	return err
}
