package webd

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"dogfight/net/admission"
	"dogfight/testkit"
)

// What the vectors are made of: the first key of RFC 8032, 7.1.
const (
	vectorSeed      = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
	vectorOrigin    = "https://play.example"
	vectorChallenge = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
)

var (
	vectorPlayer = testkit.KeyedPlayer(unhex(vectorSeed))

	vectorProof = `{"key":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","signature":"VZz1yHzFgNDTFQLzqaAJ1FLWFpKfIKGcIp8jY6bwlgLKnJCZ3Z-tKMQV75yG03g6iFw75OmBXISnkfdisUMeBQ"}`
	vectorToken = `{"token":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}`
)

func TestProofsAreTheseBytes(t *testing.T) {
	t.Parallel()
	if made := string(vectorPlayer.Proof(vectorOrigin, vectorChallenge)); made != vectorProof {
		t.Errorf("the proof is made as %s", made)
	}
	for _, c := range []struct{ proof, fingerprint string }{
		{vectorProof, "SHA256:bbXpuKG6zhzdmnxq256TlqzFBzRl2f6OOg722cYNbU8"},
		{vectorToken, "SHA256:mvMdAjYx1YsCwiWzbSB3foxJdWMmb1zJIQ45jhy0ST0"},
	} {
		fingerprint, err := prove([]byte(c.proof), vectorOrigin, vectorChallenge)
		if err != nil || fingerprint != c.fingerprint {
			t.Errorf("%s is of %s, %v", c.proof, fingerprint, err)
		}
		if b, err := admission.ParseBan(fingerprint); err != nil || b.What != fingerprint {
			t.Errorf("%s cannot be banned: %v", fingerprint, err)
		}
	}
}

// proofFrom writes a proof.
func proofFrom(key, signature []byte) []byte {
	return fmt.Appendf(nil, `{"key": %q, "signature": %q}`, encode(key), encode(signature))
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func vectorBytes(t *testing.T) (key, signature []byte) {
	t.Helper()
	p, err := parseProof([]byte(vectorProof))
	if err != nil {
		t.Fatal(err)
	}
	key, _ = decode(p.Key, ed25519.PublicKeySize)
	signature, _ = decode(p.Signature, ed25519.SignatureSize)
	return key, signature
}

func TestAProofHoldsForItsVisitAndItsOriginAlone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, origin, challenge string }{
		{"another challenge", vectorOrigin, strings.Repeat("A", 43)},
		{"another host", "https://other.example", vectorChallenge},
		{"another scheme", "http://play.example", vectorChallenge},
		{"another port", vectorOrigin + ":444", vectorChallenge},
		{"no origin", "", vectorChallenge},
		{"a line that moved", vectorOrigin + "\n" + vectorChallenge, ""},
	} {
		if who, err := prove([]byte(vectorProof), c.origin, c.challenge); err != errProofWrong || who != "" {
			t.Errorf("for %s it is of %q, %v", c.what, who, err)
		}
	}
}

func TestAForgedProofIsRefused(t *testing.T) {
	t.Parallel()
	key, signature := vectorBytes(t)
	for bit := range 512 {
		forged := slices.Clone(signature)
		forged[bit/8] ^= 1 << (bit % 8)
		if _, err := prove(proofFrom(key, forged), vectorOrigin, vectorChallenge); err != errProofWrong {
			t.Errorf("with bit %d of its signature the other way: %v", bit, err)
		}
	}
	other := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey)
	if _, err := prove(proofFrom(other, signature), vectorOrigin, vectorChallenge); err != errProofWrong {
		t.Errorf("with another's key: %v", err)
	}
}

func TestASignatureHasOneForm(t *testing.T) {
	t.Parallel()
	key, signature := vectorBytes(t)
	order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10) // RFC 8032, 5.1
	s := slices.Clone(signature[32:])
	slices.Reverse(s)
	more := new(big.Int).Add(new(big.Int).SetBytes(s), order).FillBytes(make([]byte, 32))
	slices.Reverse(more)
	if _, err := prove(proofFrom(key, slices.Concat(signature[:32], more)), vectorOrigin, vectorChallenge); err != errProofWrong {
		t.Errorf("with the order of the group added: %v", err)
	}
}

func TestAProofIsWrittenInOneWay(t *testing.T) {
	t.Parallel()
	key, signature := vectorBytes(t)
	k, s := encode(key), encode(signature)
	for _, text := range []string{
		``, `null`, `{}`, `[]`, `"x"`, `5`, vectorProof + `{}`, vectorProof + `x`,
		`{"key": "` + k + `"}`,
		`{"signature": "` + s + `"}`,
		`{"key": "` + k + `", "signature": "` + s + `", "token": "` + k + `"}`,
		`{"key": "` + k + `", "signature": "` + s + `", "user": "root"}`,
		`{"key": "` + k + `=", "signature": "` + s + `"}`,
		`{"key": "` + k + `", "signature": "` + s + `=="}`,
		`{"key": "` + k + `\n", "signature": "` + s + `"}`,
		`{"key": "` + k[:20] + `\n` + k[20:] + `", "signature": "` + s + `"}`,
		`{"key": "` + k[:42] + `\n", "signature": "` + s + `"}`,
		`{"key": "` + k[:42] + `p", "signature": "` + s + `"}`, // bits beyond the last byte
		`{"key": "` + strings.ReplaceAll(k, "_", "/") + `", "signature": "` + s + `"}`,
		`{"key": "` + hex.EncodeToString(key) + `", "signature": "` + s + `"}`,
		`{"key": "` + k + `", "signature": "` + s[:85] + `R"}`,
		`{"token": ""}`, `{"token": "AAAA"}`, `{"token": 5}`,
		`{"token": "` + vectorChallenge + `="}`,
		`{"token": "` + vectorChallenge[:42] + `9"}`,
		`{"token": "` + vectorChallenge + `", "key": "` + k + `"}`,
	} {
		if who, err := prove([]byte(text), vectorOrigin, vectorChallenge); err != errProofShape || who != "" {
			t.Errorf("%s is of %q, %v", text, who, err)
		}
	}
}

// All eight points of small order, in all the ways that a curve takes them: whoever shows one can sign anything by it.
func TestAKeyByWhichAnybodyCanSignIsRefused(t *testing.T) {
	t.Parallel()
	taken := 0
	for _, y := range append(slices.Clone(smallOrder), // and those written as more than the prime
		unhex("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
		unhex("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
		unhex("f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
		bytes.Repeat([]byte{0xff}, 32)) {
		for _, sign := range []byte{0, 0x80} {
			key := slices.Clone(y)
			key[31] ^= sign
			signature := make([]byte, ed25519.SignatureSize)
			signature[0] = 1 // R the neutral point, S 0
			for n := range 64 {
				challenge := fmt.Sprint(n)
				if !ed25519.Verify(key, signedText(vectorOrigin, challenge), signature) {
					continue
				}
				if taken++; n > 0 {
					t.Logf("%x needs %d tries", key, n)
				}
				if who, err := prove(proofFrom(key, signature), vectorOrigin, challenge); err != errProofKey {
					t.Errorf("%x is %s, %v", key, who, err)
				}
				break
			}
			if _, err := prove(proofFrom(key, signature), vectorOrigin, vectorChallenge); err != errProofKey {
				t.Errorf("%x: %v", key, err)
			}
		}
	}
	if taken < 8 {
		t.Errorf("only %d of them could sign: this shows nothing", taken)
	}
}

func TestWhatABrowserMakesIsAKey(t *testing.T) {
	t.Parallel()
	for range 100 {
		p := testkit.NewWebPlayer()
		if _, err := prove(p.Proof(vectorOrigin, vectorChallenge), vectorOrigin, vectorChallenge); err != nil {
			t.Fatal(err)
		}
	}
}

// FuzzProof: whatever is shown, only one text of a token and one of a signature are taken.
func FuzzProof(f *testing.F) {
	f.Add([]byte(vectorProof))
	f.Add([]byte(vectorToken))
	f.Add([]byte(`{"key":"","signature":null,"token":"` + vectorChallenge + `"}`))
	f.Add([]byte(`{"KEY":"","token":"` + vectorChallenge + `"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		who, err := prove(text, vectorOrigin, vectorChallenge)
		if (err == nil) != (who != "") {
			t.Fatalf("%q is of %q, %v", text, who, err)
		}
		if err != nil {
			return
		}
		p, err := parseProof(text)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case p.Token != "":
			if b, err := base64.RawURLEncoding.DecodeString(p.Token); err != nil || len(b) != tokenSize || encode(b) != p.Token {
				t.Errorf("%q is taken as a token", p.Token)
			}
		case fmt.Sprintf(`{"key":%q,"signature":%q}`, p.Key, p.Signature) != vectorProof:
			t.Errorf("%q is taken as signed", text)
		}
		if _, err := admission.ParseBan(who); err != nil {
			t.Error(err)
		}
	})
}
