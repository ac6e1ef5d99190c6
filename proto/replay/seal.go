package replay

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"errors"
)

// Seal is a host's signature under a file.
type Seal struct {
	Certificate []byte // X.509 in DER: by its fingerprint, players know the host
	Signature   []byte
	digest      [sha256.Size]byte // of what it has to be of
}

// maxCertificate is the longest there may be.
const maxCertificate = 4096

const sealed = "dogfight replay 1"

func sum(chunk []byte) [sha256.Size]byte { return sha256.Sum256(chunk) }

func startChain() chain { return chain(sha256.Sum256(appendStart(nil))) }

// digestOf returns the hash of what a seal signs.
func digestOf(head, result [sha256.Size]byte, c chain) [sha256.Size]byte {
	b := append([]byte(sealed), 0)
	b = append(append(append(b, head[:]...), result[:]...), c[:]...)
	return sha256.Sum256(b)
}

func parseSeal(payload []byte) (*Seal, error) {
	r := newReader(payload)
	n := r.Within("length of the certificate", uint32(r.U16("length of the certificate")), 1, maxCertificate)
	s := &Seal{Certificate: r.Take("certificate", int(n))}
	s.Signature = r.Rest()
	return s, r.End()
}

// Check returns nil if the holder of the certificate's key has signed the file as it is.
func (s *Seal) Check() error {
	c, err := x509.ParseCertificate(s.Certificate)
	if err != nil {
		return errors.New("the seal has no certificate that can be read")
	}
	key, ok := c.PublicKey.(*ecdsa.PublicKey)
	if !ok || !ecdsa.VerifyASN1(key, s.digest[:], s.Signature) {
		return errors.New("the seal is not of this file")
	}
	return nil
}
