package listing

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	stdnet "net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
)

// announcement is the body of a POST, before its signature.
type announcement struct {
	Certificate []byte `json:"certificate"`
	Port        uint16 `json:"port"`
	Password    bool   `json:"password"`
	Time        int64  `json:"time"`
	Ended       bool   `json:"ended,omitempty"`
}

// signedAnnouncement is the body of a POST.
type signedAnnouncement struct {
	Announcement []byte `json:"announcement"`
	Signature    []byte `json:"signature"`
}

const (
	signedContext = "dogfight announcement\n"
	minPort       = 1024
)

var errForged = errors.New("an announcement must be JSON, signed by ECDSA with the key of its certificate")

func digestOf(announcement []byte) []byte {
	sum := sha256.Sum256(append([]byte(signedContext), announcement...))
	return sum[:]
}

// sign returns the body of a POST by the owner of a certificate.
func (a announcement) sign(cert tls.Certificate) ([]byte, error) {
	key, ok := cert.PrivateKey.(*ecdsa.PrivateKey)
	if !ok {
		return nil, errForged
	}
	a.Certificate = cert.Certificate[0]
	text, _ := json.Marshal(a) // never fails
	signature, err := ecdsa.SignASN1(rand.Reader, key, digestOf(text))
	body, _ := json.Marshal(signedAnnouncement{text, signature})
	return body, err
}

// openAnnouncement checks the form and the signature of the body of a POST.
func openAnnouncement(body []byte) (a announcement, err error) {
	var s signedAnnouncement
	if json.Unmarshal(body, &s) != nil || json.Unmarshal(s.Announcement, &a) != nil {
		return a, errForged
	}
	cert, err := x509.ParseCertificate(a.Certificate)
	if err != nil {
		return a, errForged
	}
	if key, ok := cert.PublicKey.(*ecdsa.PublicKey); !ok || !ecdsa.VerifyASN1(key, digestOf(s.Announcement), s.Signature) {
		return a, errForged
	}
	if a.Port < minPort {
		return a, fmt.Errorf("the port must be %d to 65535, got %d", minPort, a.Port)
	}
	return a, nil
}

const (
	announceEvery = time.Minute
	// announceAgain is the first pause after a refusal. Each further one doubles it, up to announceEvery.
	announceAgain = time.Second
	// endTime bounds how long the end of a host waits for the list.
	endTime = time.Second / 2
)

// Announcer announces a host to a public list.
type Announcer struct {
	URL         string // of the list
	Certificate tls.Certificate
	Port        uint16
	Password    bool
	Say         func(text string) // receives whether the match is listed, when that changes
}

// Run announces the host until ctx is done, and then that it has ended.
func (a *Announcer) Run(ctx context.Context) {
	said, again := "", announceAgain
	defer a.withdraw(context.WithoutCancel(ctx))
	for pause := announceAgain; ; { // the host's own player joins meanwhile
		select {
		case <-time.After(pause - mathrand.N(pause/4)): // hosts do not come all at once
		case <-ctx.Done():
			return
		}
		text := "the match is in the list at " + a.URL
		if err := a.announce(ctx, false); err != nil {
			text = "the match is not listed: " + err.Error()
			pause, again = again, min(2*again, announceEvery)
		} else {
			pause, again = announceEvery, announceAgain
		}
		if text != said && ctx.Err() == nil {
			said = text
			a.Say(text)
		}
	}
}

// withdraw announces that the host ends. Without it, the host would be listed until its last announcement is old.
func (a *Announcer) withdraw(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, endTime)
	defer cancel()
	a.announce(ctx, true)
}

// announce announces the host once, by IPv4 or else by IPv6: the list shows the address that it comes from.
func (a *Announcer) announce(ctx context.Context, ended bool) error {
	body, err := announcement{Port: a.Port, Password: a.Password, Time: time.Now().UnixMilli(), Ended: ended}.sign(a.Certificate)
	if err != nil {
		return err
	}
	if _, _, err = request(ctx, "tcp4", http.MethodPost, a.URL, announcePath, body); err != nil {
		if _, _, err6 := request(ctx, "tcp6", http.MethodPost, a.URL, announcePath, body); err6 == nil {
			return nil
		}
	}
	return err
}

const (
	announcePath, listPath = "/announce", "/list.json"
	// requestTime is the time for an answer, which waits for a probe.
	requestTime = 10 * time.Second
	maxAnswer   = 1 << 20 // bytes
	maxReason   = 200     // bytes of the reason for a refusal
)

// request sends a request to a list over a network, and returns the answer with the address of the list. It uses no proxy and follows no
// redirection.
func request(ctx context.Context, network, method, list, path string, body []byte) (answer []byte, by netip.Addr, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	dial := func(ctx context.Context, _, addr string) (stdnet.Conn, error) {
		c, err := new(stdnet.Dialer).DialContext(ctx, network, addr)
		if err == nil {
			by = admission.AddressOf(c).Unmap()
		}
		return c, err
	}
	client := http.Client{
		Transport:     &http.Transport{DialContext: dial, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(list, "/")+path, bytes.NewReader(body))
	if err != nil {
		return nil, by, err
	}
	got, err := client.Do(r)
	if err != nil {
		return nil, by, fmt.Errorf("no list answers at %s: %s", list, link.Reason(err))
	}
	defer got.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(got.Body, maxAnswer))
	if err == nil && got.StatusCode != http.StatusOK {
		line, _, _ := strings.Cut(string(answer), "\n")
		err = fmt.Errorf("the list at %s answers: %s", list, proto.Fit(cmp.Or(line, got.Status), maxReason))
	}
	return answer, by, err
}

// MaxURL is the longest URL of a list, in bytes.
const MaxURL = 200

// CheckURL returns an error unless a text can be the URL of a list, or "" for none.
func CheckURL(text string) error {
	u, err := url.Parse(text)
	if text != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || len(text) > MaxURL || strings.ContainsAny(text, "?# \t")) {
		return fmt.Errorf("must be a URL such as https://list.example.org, got %q", text)
	}
	return nil
}
