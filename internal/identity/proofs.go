package identity

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"

	"golang.org/x/crypto/ssh"

	"dogfight/sys"
)

// Proofs are the proofs of all SSH keys that vouch for one of ours. A certificate has them in an extension: for each a length of 2 bytes,
// big-endian, and the proof.
type Proofs []Proof

const maxProofs = 4

// extensionID is below the arc of UUIDs, which needs no registration (ITU-T X.667): the UUID is 0s, and "dogf".
var extensionID = asn1.ObjectIdentifier{2, 25, 0x646f6766}

// LoadProofs returns the proofs in the file at path, one after the other as ssh-keygen writes them; none without a file.
func LoadProofs(path string) (all Proofs, err error) {
	text, err := sys.ReadFile(path, sys.MaxText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read your linked keys: %w", err)
	}
	for rest := bytes.TrimSpace(text); len(rest) > 0; rest = bytes.TrimSpace(rest) {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil || block.Type != armour {
			return nil, fmt.Errorf("%s holds something else than signatures made by ssh-keygen; delete it and link your keys again", path)
		}
		all = append(all, block.Bytes)
	}
	return all, nil
}

// Add adds a proof for the key to the file at path.
func (k Key) Add(path string, p Proof) error {
	by, err := p.By(k.Fingerprint())
	if err != nil {
		return err
	}
	text, n, _, err := k.proofsBut(path, by)
	if err != nil {
		return err
	}
	if n+1 > maxProofs {
		return fmt.Errorf("%d keys are linked already, which is the limit; delete %s to start over", maxProofs, path)
	}
	if err := sys.ReplaceFile(path, append(text, p.armoured()...)); err != nil {
		return fmt.Errorf("cannot save the signature: %w", err)
	}
	return nil
}

// Remove removes the proof of a key from the file at path, and reports whether it was there.
func (k Key) Remove(path, by string) (was bool, err error) {
	text, _, was, err := k.proofsBut(path, by)
	if err == nil && was {
		err = sys.ReplaceFile(path, text)
	}
	return was, err
}

// proofsBut returns the proofs in the file at path without that of one key, their number, and whether that one was there.
func (k Key) proofsBut(path, by string) (text []byte, n int, was bool, err error) {
	all, err := LoadProofs(path)
	for _, other := range all {
		switch key, err := other.By(k.Fingerprint()); {
		case err != nil:
		case key == by:
			was = true
		default:
			text = append(text, other.armoured()...)
			n++
		}
	}
	return text, n, was, err
}

// By returns the fingerprints of the SSH keys that vouch for the key of ours with a fingerprint. It ignores invalid proofs, and those
// beyond maxProofs.
func (all Proofs) By(fingerprint string) (keys []string) {
	for _, p := range all[:min(len(all), maxProofs)] {
		if key, err := p.By(fingerprint); err == nil {
			keys = append(keys, key)
		}
	}
	return keys
}

// MaxCertificate is the longest certificate that Proven reads, in bytes.
const MaxCertificate = maxProofs*(maxProof+2) + 1024

// Proven returns the fingerprint of a player's key and those of the linked SSH keys, as the player's certificate (DER) proves them: the key
// has signed the certificate, which has the signatures of the SSH keys over its fingerprint. Both sides of each link have thus signed it,
// and a third party that passes the certificate on cannot change it.
func Proven(certificate []byte) (key string, linked []string, err error) {
	if len(certificate) > MaxCertificate {
		return "", nil, fmt.Errorf("a certificate must be at most %d bytes, got %d", MaxCertificate, len(certificate))
	}
	cert, err := x509.ParseCertificate(certificate)
	if err != nil {
		return "", nil, err
	}
	own, ok := cert.PublicKey.(ed25519.PublicKey)
	if !ok {
		return "", nil, fmt.Errorf("a player's certificate must have an ed25519 key, got %s", cert.PublicKeyAlgorithm)
	}
	if !ed25519.Verify(own, cert.RawTBSCertificate, cert.Signature) {
		return "", nil, errors.New("a player's certificate must be signed by its own key")
	}
	public, err := ssh.NewPublicKey(own)
	if err != nil {
		return "", nil, err
	}
	key = ssh.FingerprintSHA256(public)
	return key, ProofsIn(certificate).By(key), nil
}

// extensions returns the certificate's extension with the proofs.
func (all Proofs) extensions() []pkix.Extension {
	var value []byte
	for _, p := range all[:min(len(all), maxProofs)] {
		value = binary.BigEndian.AppendUint16(value, uint16(len(p)))
		value = append(value, p...)
	}
	if value == nil {
		return nil
	}
	return []pkix.Extension{{Id: extensionID, Value: value}}
}

// ProofsIn returns the proofs in a certificate (DER), unverified: see By.
func ProofsIn(certificate []byte) (all Proofs) {
	cert, err := x509.ParseCertificate(certificate)
	if err != nil {
		return nil
	}
	for _, ext := range cert.Extensions {
		if !ext.Id.Equal(extensionID) {
			continue
		}
		for rest := ext.Value; len(rest) >= 2 && len(all) < maxProofs; {
			n := int(binary.BigEndian.Uint16(rest))
			if n > min(maxProof, len(rest)-2) {
				return nil
			}
			all = append(all, rest[2:2+n])
			rest = rest[2+n:]
		}
	}
	return all
}
