package webd

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dogfight/net/admission"
	"dogfight/testkit"
)

// The vectors use the first key of RFC 8032, 7.1.
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
		t.Errorf("the proof is %s", made)
	}
	for _, c := range []struct{ proof, fingerprint string }{
		{vectorProof, "SHA256:bbXpuKG6zhzdmnxq256TlqzFBzRl2f6OOg722cYNbU8"},
		{vectorToken, "SHA256:mvMdAjYx1YsCwiWzbSB3foxJdWMmb1zJIQ45jhy0ST0"},
	} {
		fingerprint, err := prove([]byte(c.proof), vectorOrigin, vectorChallenge)
		if err != nil || fingerprint != c.fingerprint {
			t.Errorf("%s is of %s, %v", c.proof, fingerprint, err)
		}
		if b, err := admission.ParseBan(fingerprint); err != nil || b.Subject != fingerprint {
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

func TestAProofIsValidForItsVisitAndOriginOnly(t *testing.T) {
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

func TestAProofHasOneForm(t *testing.T) {
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

// All eight points of small order, in all encodings that a curve accepts: with one of them as the key, a signature of anything is valid.
func TestAKeyOfSmallOrderIsRefused(t *testing.T) {
	t.Parallel()
	taken := 0
	for _, y := range append(slices.Clone(smallOrder), // and those encoded as more than the prime
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
		t.Errorf("only %d of them could sign: this proves nothing", taken)
	}
}

func TestABrowsersKeyIsAccepted(t *testing.T) {
	t.Parallel()
	for range 100 {
		p := testkit.NewWebPlayer()
		if _, err := prove(p.Proof(vectorOrigin, vectorChallenge), vectorOrigin, vectorChallenge); err != nil {
			t.Fatal(err)
		}
	}
}

// FuzzProof checks that a token and a signature each have one accepted encoding.
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
				t.Errorf("%q is accepted as a token", p.Token)
			}
		case fmt.Sprintf(`{"key":%q,"signature":%q}`, p.Key, p.Signature) != vectorProof:
			t.Errorf("%q is accepted as signed", text)
		}
		if _, err := admission.ParseBan(who); err != nil {
			t.Error(err)
		}
	})
}

// showIdentity prints the visitor's identity, and then echoes.
func showIdentity(ctx context.Context, t *Terminal) error {
	fmt.Fprintf(t, "%q linked %q;", t.Identity, t.Linked)
	err := echo(ctx, t)
	if context.Cause(ctx) == ErrLost {
		return ErrLost
	}
	return err
}

func TestAPlayerWithAProofIsKnown(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: showIdentity})
	addr := d.Addr().String()
	for what, who := range map[string]testkit.WebPlayer{"a key": testkit.NewWebPlayer(), "a token": testkit.TokenPlayer()} {
		for range 2 {
			p, answer := testkit.Visitor(t, addr, who, testkit.WebHello{Name: "Nova"})
			if !answer.Known || answer.Linked != "" {
				t.Errorf("by %s: %+v", what, answer)
			}
			p.Expect(fmt.Sprintf("%q linked %q;", who.Fingerprint(), ""))
		}
	}
	p, answer := testkit.Visitor(t, addr, testkit.WebPlayer{}, testkit.WebHello{Name: "Nova", Vouch: "AAAA", Tab: testkit.NewTab()})
	if p.Expect(`"" linked "";`); answer.Known {
		t.Error("a player without a proof is known")
	}
}

func TestAnInvalidProofIsRefusedWithAReason(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: showIdentity})
	addr, nova := d.Addr().String(), testkit.NewWebPlayer()
	old, _ := testkit.Visitor(t, addr, nova, testkit.WebHello{Name: "Nova"})
	for what, proof := range map[string]func(p *testkit.WebPage) json.RawMessage{
		"replayed":       func(*testkit.WebPage) json.RawMessage { return nova.Proof(old.Origin, old.Challenge) },
		"of another":     func(p *testkit.WebPage) json.RawMessage { return nova.Proof("http://example.org", p.Challenge) },
		"without origin": func(p *testkit.WebPage) json.RawMessage { return nova.Proof("", p.Challenge) },
	} {
		t.Log(what)
		p := testkit.OpenWebPage(t, addr)
		p.ExpectRefusal(testkit.WebHello{Name: "Nova", Columns: 80, Rows: 24, Proof: proof(p)}, "could not prove who you are")
	}
	for _, text := range []string{`{}`, `"Nova"`, `{"token": "short"}`, `null`} {
		t.Log(text)
		testkit.OpenWebPage(t, addr).ExpectRefusal(testkit.WebHello{Name: "Nova", Proof: json.RawMessage(text)}, "who you are: load it anew")
	}
	p := testkit.OpenWebPage(t, addr)
	p.ExpectRefusal(testkit.WebHello{Name: "Nova", Proof: nova.Proof(p.Origin, p.Challenge), Tab: "first"}, "load it anew")
}

func TestAVouchIsAnsweredWithTheLinkedIdentity(t *testing.T) {
	t.Parallel()
	const native = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	d := openDoor(t, Config{Play: showIdentity, Vouched: func(v *Visitor, vouch []byte) string {
		if strings.HasPrefix(v.Identity, "SHA256:") && strings.HasPrefix(v.Origin, "http://127.0.0.1:") && string(vouch) == "good" {
			return native
		}
		return ""
	}})
	for vouch, want := range map[string]string{"Z29vZA": native, "YmFk": "", "Z29vZA==": "", "?": ""} {
		p, answer := testkit.Visitor(t, d.Addr().String(), testkit.NewWebPlayer(), testkit.WebHello{Name: "Nova", Vouch: vouch})
		if p.Expect(fmt.Sprintf("linked %q;", want)); answer.Linked != want {
			t.Errorf("%q: linked with %q", vouch, answer.Linked)
		}
	}
}

func TestAReloadedPageReplacesTheOldOne(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: showIdentity})
	addr, nova, tab := d.Addr().String(), testkit.NewWebPlayer(), testkit.NewTab()
	first, _ := testkit.Visitor(t, addr, nova, testkit.WebHello{Name: "Nova", Tab: tab})
	first.Expect(";")
	second, _ := testkit.Visitor(t, addr, nova, testkit.WebHello{Name: "Nova", Tab: tab})
	second.Expect(";")
	if why, status := first.ReadEnd(); why != errReplaced.Error() || status != websocket.StatusPolicyViolation {
		t.Errorf("the old one ends with %q, %v", why, status)
	}
	second.Type("still here")
	second.Expect("still here")

	for what, h := range map[string]struct {
		who testkit.WebPlayer
		tab string
	}{
		"in another tab":    {nova, testkit.NewTab()},
		"without a tab":     {nova, ""},
		"of another player": {testkit.NewWebPlayer(), tab},
		"of no player":      {testkit.WebPlayer{}, tab},
	} {
		other, _ := testkit.Visitor(t, addr, h.who, testkit.WebHello{Name: "Nova", Tab: h.tab})
		other.Expect(";")
		second.Type(what)
		second.Expect(what)
	}
}

func TestManyReloadsAtOncePlayOnce(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: showIdentity})
	addr, nova, tab := d.Addr().String(), testkit.NewWebPlayer(), testkit.NewTab()
	var pages []*testkit.WebPage
	for range 8 {
		p := testkit.OpenWebPage(t, addr)
		p.Send("hello", testkit.WebHello{Name: "Nova", Columns: 80, Rows: 24, Tab: tab, Proof: nova.Proof(p.Origin, p.Challenge)})
		pages = append(pages, p)
	}
	ended := make(chan int)
	for i, p := range pages {
		go func() {
			p.ReadEnd()
			ended <- i
		}()
	}
	left := map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true}
	for len(left) > 1 {
		delete(left, <-ended)
	}
	for i := range left {
		pages[i].Type("q")
	}
	<-ended
	d.tabs.mu.Lock()
	defer d.tabs.mu.Unlock()
	if len(d.tabs.in) != 0 {
		t.Error("tabs without a player are stored")
	}
}

// authority issues certificates, by itself or by ACME (RFC 8555). It accepts every signature, and only checks that it reaches a domain at
// its address.
type authority struct {
	*testing.T
	key    *ecdsa.PrivateKey
	root   *x509.Certificate
	serial int64

	directory *httptest.Server // of ACME
	domain    string           // the domain to prove
	at        string           // its address, in place of DNS

	mu     sync.Mutex
	proven bool
	asked  int    // orders
	issued []byte // PEM
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{T: t, serial: 1}
	a.key = newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, a.key.Public(), a.key)
	if err == nil {
		a.root, err = x509.ParseCertificate(der)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// certify returns a certificate for a domain and a public key, as PEM, followed by the authority's own.
func (a *authority) certify(domain string, public any) []byte {
	a.serial++
	template := &x509.Certificate{
		SerialNumber: big.NewInt(a.serial), DNSNames: []string{domain}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(80 * 24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.root, public, a.key)
	if err != nil {
		a.Error(err)
	}
	return append(pemOf("CERTIFICATE", der), pemOf("CERTIFICATE", a.root.Raw)...)
}

func pemOf(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// pool returns the authority, for a browser that trusts it.
func (a *authority) pool() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(a.root)
	return p
}

// open starts an ACME server for a domain. The field at must be set before the first order.
func (a *authority) open(domain string) {
	a.domain = domain
	mux := http.NewServeMux()
	a.directory = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Replay-Nonce", fmt.Sprint(time.Now().UnixNano()))
		mux.ServeHTTP(w, r)
	}))
	a.Cleanup(a.directory.Close)
	at := func(path string) string { return a.directory.URL + path }
	order := func() map[string]any {
		a.mu.Lock()
		defer a.mu.Unlock()
		status := "pending"
		if a.proven {
			status = "ready"
		}
		if a.issued != nil {
			status = "valid"
		}
		return map[string]any{"status": status, "identifiers": []any{map[string]string{"type": "dns", "value": domain}},
			"authorizations": []string{at("/authorization")}, "finalize": at("/finalize"), "certificate": at("/certificate")}
	}
	challenge := func() map[string]any {
		a.mu.Lock()
		defer a.mu.Unlock()
		status := "pending"
		if a.proven {
			status = "valid"
		}
		return map[string]any{"type": "tls-alpn-01", "url": at("/challenge"), "token": "token", "status": status}
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		a.respond(w, 200, "", map[string]string{"newNonce": at("/nonce"), "newAccount": at("/account"), "newOrder": at("/order"), "revokeCert": at("/revoke")})
	})
	mux.HandleFunc("HEAD /nonce", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /account", func(w http.ResponseWriter, _ *http.Request) {
		a.respond(w, 201, at("/account/1"), map[string]string{"status": "valid"})
	})
	mux.HandleFunc("POST /order", func(w http.ResponseWriter, _ *http.Request) {
		a.mu.Lock()
		a.asked++
		a.mu.Unlock()
		a.respond(w, 201, at("/order/1"), order())
	})
	mux.HandleFunc("POST /order/1", func(w http.ResponseWriter, _ *http.Request) { a.respond(w, 200, at("/order/1"), order()) })
	mux.HandleFunc("POST /authorization", func(w http.ResponseWriter, _ *http.Request) {
		c := challenge()
		a.respond(w, 200, "", map[string]any{"status": c["status"], "identifier": map[string]string{"type": "dns", "value": domain}, "challenges": []any{c}})
	})
	mux.HandleFunc("POST /challenge", func(w http.ResponseWriter, _ *http.Request) {
		a.prove()
		a.respond(w, 200, "", challenge())
	})
	mux.HandleFunc("POST /finalize", func(w http.ResponseWriter, r *http.Request) {
		a.issue(r)
		a.respond(w, 200, at("/order/1"), order())
	})
	mux.HandleFunc("POST /certificate", func(w http.ResponseWriter, _ *http.Request) { w.Write(a.issued) })
}

func (a *authority) respond(w http.ResponseWriter, status int, location string, what any) {
	w.Header().Set("Content-Type", "application/json")
	if location != "" {
		w.Header().Set("Location", location)
	}
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(what)
}

// prove connects to the domain's address, and checks for the certificate that only its owner can present (RFC 8737).
func (a *authority) prove() {
	c, err := tls.Dial("tcp", a.at, &tls.Config{ServerName: a.domain, NextProtos: []string{"acme-tls/1"}, InsecureSkipVerify: true})
	if err != nil {
		a.Logf("no proof: %v", err)
		return
	}
	defer c.Close()
	shown := c.ConnectionState().PeerCertificates[0]
	for _, e := range shown.Extensions {
		if e.Id.Equal(asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 31}) && e.Critical && len(shown.DNSNames) == 1 && shown.DNSNames[0] == a.domain {
			a.mu.Lock()
			a.proven = c.ConnectionState().NegotiatedProtocol == "acme-tls/1"
			a.mu.Unlock()
		}
	}
}

// issue certifies the key in a request.
func (a *authority) issue(r *http.Request) {
	var signed struct{ Payload string }
	var payload struct{ CSR string }
	var body bytes.Buffer
	body.ReadFrom(r.Body)
	json.Unmarshal(body.Bytes(), &signed)
	b, _ := base64.RawURLEncoding.DecodeString(signed.Payload)
	json.Unmarshal(b, &payload)
	der, _ := base64.RawURLEncoding.DecodeString(payload.CSR)
	csr, err := x509.ParseCertificateRequest(der)
	if err != nil {
		a.Error(err)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.issued = a.certify(a.domain, csr.PublicKey)
}
