package net

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/xdg-go/scram"
	"golang.org/x/text/unicode/norm"

	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// Visitors prove that they know a match's password without sending it: by SCRAM-SHA-256 (RFC 5802, RFC 7677) and, over a channel that the
// proof can be bound to, SCRAM-SHA-256-PLUS with tls-exporter (RFC 9266). The specification in package proto says which messages carry
// SCRAM's, and how much an impostor learns.
//
//	passwordProver                       passwordVerifier
//	First      ── client-first ──►       Challenge
//	Answer     ◄── server-first ──
//	Final      ── client-final ──►       Verdict
//	Confirm    ◄── server-final ──
//
// The costly step, PBKDF2, is the prover's, in a goroutine. A verifier takes it once, when it is made; an exam costs a few HMACs.

const (
	// passwordIterations of PBKDF2 are asked for by hosts, and the fewest that clients do, after OWASP's Password Storage Cheat Sheet
	// (2023) for PBKDF2-HMAC-SHA256. They take 0.15 s on a server's core and some seconds on the smallest boards, once a host; a guesser as
	// long for each guess.
	passwordIterations    = 600_000
	maxPasswordIterations = 4 * passwordIterations // that a client does for a host

	saltSize = 16 // bytes: RFC 8018, section 4.1, asks for at least 8
)

var (
	errWrongPassword   = errors.New("that is not the password")
	errRelayedPassword = errors.New("the proof is bound to another connection") // than it came by
	errImpostorHost    = errors.New("this host does not know the password that you typed")
)

// newSCRAMClient returns SCRAM's client for a password, without a user name. It refuses fewer iterations than least.
func newSCRAMClient(password string, least int) *scram.Client {
	c, err := scram.SHA256.NewClientUnprepped("", normalize(password), "")
	if err != nil {
		panic("password: " + err.Error()) // impossible: only SASLprep fails
	}
	return c.WithMinIterations(least)
}

// normalize prepares a password as in RFC 8265, section 4.2. (SASLprep, of RFC 5802, knows no characters after Unicode 3.2.)
func normalize(password string) string { return norm.NFC.String(password) }

// parseChallenge returns the nonce of a server-first message, or an error if a client must not answer it.
func parseChallenge(text string, least int) (nonce string, err error) {
	fields := strings.Split(text, ",")
	if len(fields) != 3 || !strings.HasPrefix(fields[0], "r=") || !strings.HasPrefix(fields[2], "i=") {
		return "", errors.New("challenge must be a nonce, a salt and iterations")
	}
	n, err := strconv.Atoi(fields[2][len("i="):])
	if err != nil || n < least || n > maxPasswordIterations {
		return "", fmt.Errorf("iterations must be %d to %d, got %q", least, maxPasswordIterations, fields[2])
	}
	return fields[0][len("r="):], nil
}

// binding returns SCRAM's channel binding to data; nil binds to nothing.
func binding(data []byte) scram.ChannelBinding {
	if data == nil {
		return scram.ChannelBinding{}
	}
	return scram.ChannelBinding{Type: scram.ChannelBindingTLSExporter, Data: data}
}

// passwordProver proves a password to hosts. It caches the costly derivation, so keep it as long as the password may be needed. Not safe
// for concurrent use.
type passwordProver struct {
	client *scram.Client
	least  int // iterations
	// unlikely: the password is known to be wrong, so proofs are noise.
	unlikely bool
}

// newPasswordProver returns a prover that refuses fewer iterations than least. Tests pass few, to save time.
func newPasswordProver(password string, least int) *passwordProver {
	return &passwordProver{client: newSCRAMClient(password, least), least: least}
}

// unlikelyPassword returns a prover of a password that is known to be wrong. Its proofs are noise, at no cost.
func unlikelyPassword(least int) *passwordProver {
	return &passwordProver{client: newSCRAMClient("", least), least: least, unlikely: true}
}

// passwordProof is one proof to one host. Not safe for concurrent use.
type passwordProof struct {
	prover   *passwordProver
	conv     *scram.ClientConversation
	final    chan proofAnswer // nil until there is a challenge; buffers one
	answered bool
	proven   bool // the host has proven that it knows the password
}

type proofAnswer struct {
	text string
	err  error
}

// Begin begins a proof that is bound to data; nil binds it to nothing.
func (p *passwordProver) Begin(data []byte) *passwordProof {
	if data == nil {
		return &passwordProof{prover: p, conv: p.client.NewConversation()}
	}
	return &passwordProof{prover: p, conv: p.client.NewConversationWithChannelBinding(binding(data))}
}

// First returns the client-first message. It is called once.
func (p *passwordProof) First() string {
	first, err := p.conv.Step("")
	if err != nil {
		panic("password: " + err.Error()) // impossible
	}
	return first
}

// Answer handles the host's challenge and computes the answer in a goroutine, which ends by itself: see Final.
func (p *passwordProof) Answer(challenge string) error {
	nonce, err := parseChallenge(challenge, p.prover.least)
	if err != nil || p.final != nil {
		return errImpostorHost // our hosts send no such challenge
	}
	p.final = make(chan proofAnswer, 1)
	if p.prover.unlikely {
		p.final <- proofAnswer{text: noise(nonce)}
		return nil
	}
	go func() {
		defer sys.Restore()
		text, err := p.conv.Step(challenge)
		p.final <- proofAnswer{text, err}
	}()
	return nil
}

// noise returns a client-final message that proves nothing and is bound to nothing.
func noise(nonce string) string {
	proof := make([]byte, 32)
	rand.Read(proof)
	return "c=biws,r=" + nonce + ",p=" + base64.StdEncoding.EncodeToString(proof) // biws: "n,,"
}

// Busy reports whether the answer to a challenge is not taken yet.
func (p *passwordProof) Busy() bool { return p.final != nil && !p.answered }

// Final returns the client-final message once it is ready, and only once.
func (p *passwordProof) Final() (text string, ok bool, err error) {
	select {
	case a := <-p.final:
		p.answered = a.err == nil
		return a.text, p.answered, a.err
	default:
		return "", false, nil
	}
}

// Confirm handles the host's server-final message. It returns errImpostorHost if that does not prove that the host knows the password.
func (p *passwordProof) Confirm(final string) error {
	if !p.answered || p.prover.unlikely {
		return errImpostorHost
	}
	if _, err := p.conv.Step(final); err != nil || !p.conv.Valid() {
		return errImpostorHost
	}
	p.proven = true
	return nil
}

// Confirmed reports whether the host has proven that it knows the password.
func (p *passwordProof) Confirmed() bool { return p.proven }

// passwordVerifier is a host's record of its password: salt, iterations, StoredKey and ServerKey (RFC 5802, section 3), with which it
// checks proofs and proves that it knows the password, but cannot prove it to another host; and a byte that excludes most other passwords,
// see Likely. Safe for concurrent use.
type passwordVerifier struct {
	server *scram.Server
	stored scram.StoredCredentials
	key    [sha256.Size]byte // for mark; random
	mark   byte
}

// newPasswordVerifier returns the verifier of a password. It takes as long as a client's proof.
func newPasswordVerifier(password string, iterations int) *passwordVerifier {
	v := &passwordVerifier{}
	salt := make([]byte, saltSize)
	rand.Read(salt)
	rand.Read(v.key[:])
	v.mark = v.markOf(password)
	v.stored = derive(password, scram.KeyFactors{Salt: string(salt), Iters: iterations})
	v.server, _ = scram.SHA256.NewServer(func(string) (scram.StoredCredentials, error) { return v.stored, nil }) // never fails
	return v
}

func derive(password string, f scram.KeyFactors) scram.StoredCredentials {
	stored, err := newSCRAMClient(password, f.Iters).GetStoredCredentialsWithError(f)
	if err != nil {
		panic("password: " + err.Error()) // impossible: crypto/pbkdf2 accepts these lengths
	}
	return stored
}

// Likely reports whether a password may be right; it excludes all but one in 256 wrong ones. For a password that is typed into the host's
// own process, the host does the iterations: with this, strangers' guesses cost next to nothing. Only a reader of the host's memory could
// use the byte, to save as much work.
func (v *passwordVerifier) Likely(password string) bool { return v.markOf(password) == v.mark }

func (v *passwordVerifier) markOf(password string) byte {
	mac := hmac.New(sha256.New, v.key[:])
	mac.Write([]byte(normalize(password)))
	return mac.Sum(nil)[0]
}

// Is reports whether a password that was typed into this process is right. If it is Likely this takes as long as a client's proof.
func (v *passwordVerifier) Is(password string) bool {
	return v.Likely(password) && subtle.ConstantTimeCompare(derive(password, v.stored.KeyFactors).StoredKey, v.stored.StoredKey) == 1
}

// passwordExam checks one proof. Not safe for concurrent use.
type passwordExam struct{ conv *scram.ServerConversation }

// Examine begins the check of a proof that must be bound to data; nil for none.
func (v *passwordVerifier) Examine(data []byte) *passwordExam {
	if data == nil {
		return &passwordExam{v.server.NewConversation()}
	}
	return &passwordExam{v.server.NewConversationWithChannelBindingRequired(binding(data))}
}

// Challenge answers a client-first message. Errors are for the log only.
func (e *passwordExam) Challenge(first string) (challenge string, err error) {
	return e.conv.Step(first)
}

// Verdict answers a client-final message by proving that the host knows the password, or returns errWrongPassword or errRelayedPassword.
func (e *passwordExam) Verdict(final string) (proof string, err error) {
	answer, err := e.conv.Step(final)
	switch {
	case err == nil && e.conv.Valid():
		return answer, nil
	case answer == scram.ErrChannelBindingsDontMatch:
		return "", errRelayedPassword
	}
	return "", errWrongPassword // also if malformed, so that a guesser learns nothing
}

// iterations of PBKDF2 for hosts and clients. Tests set fewer.
var iterations = passwordIterations

// passwordCheck requires visitors to prove the match's password. Exported methods and guesses are safe for concurrent use; the rest is
// Run's.
type passwordCheck struct {
	verifier atomic.Pointer[passwordVerifier] // nil: the match has none
	guesses  guesses
	counts   *Figures // Run's
	log      *slog.Logger
}

func newPasswordCheck(text string, log *slog.Logger, counts *Figures) *passwordCheck {
	c := &passwordCheck{guesses: newGuesses(), log: log, counts: counts}
	c.set(text)
	return c
}

// set changes the password; "" removes it. It takes as long as a client's proof.
func (c *passwordCheck) set(text string) {
	switch now := c.verifier.Load(); {
	case text == "":
		c.verifier.Store(nil)
	case now == nil || !now.Is(text):
		c.verifier.Store(newPasswordVerifier(text, iterations))
	}
}

// authState is how far a peer is with its proof.
type authState struct {
	exam         *passwordExam // nil before its ClientFirst
	challengedAt time.Time
	proof        string
	proofAt      time.Time // arrival of a proof that is not judged yet; else zero
	passed       bool
}

// proofTimeout is how long a peer may take to answer a challenge. A small board needs some seconds.
const proofTimeout = 10 * time.Second

const (
	passwordNeededText = "this match asks for a password"
	wrongPasswordText  = "that is not the password of this match"
	relayedText        = "your connection is relayed: a third party can listen and change what is sent"
)

// busy reports whether a peer may still take its time for a proof.
func (c *authState) busy(now time.Time) bool {
	return c.exam != nil && !c.passed && now.Sub(c.challengedAt) <= proofTimeout+proofWait
}

// waits reports whether a peer's proof must be judged before its later messages.
func (c *authState) waits() bool { return !c.proofAt.IsZero() }

// passes reports whether a peer may come in. The local player always may.
func (c *passwordCheck) passes(p *peer) bool {
	return !c.Closed() || p.passed || p.link.Remote() == link.Here
}

var errNoProof = errors.New("unexpected proof of a password")

// handleFirst challenges a peer. After an error the peer is removed.
func (c *passwordCheck) handleFirst(p *peer, text string, now time.Time) error {
	verifier := c.verifier.Load()
	if verifier == nil || p.exam != nil || p.pilot != nil {
		return errNoProof
	}
	p.exam, p.challengedAt = verifier.Examine(link.Binding(p.link)), now
	challenge, err := p.exam.Challenge(text)
	if err != nil {
		c.log.Debug("malformed proof", "from", p.link.Remote(), "err", err)
		return errors.New("malformed proof of the password")
	}
	p.send(&proto.ServerFirst{Text: challenge})
	return nil
}

// handleFinal handles a peer's proof, which may have to wait. After an error the peer is removed.
func (c *passwordCheck) handleFinal(p *peer, text string, now time.Time) error {
	if p.exam == nil || p.passed {
		return errNoProof
	}
	p.proof, p.proofAt = text, now
	c.judge(p, now)
	return nil
}

// judge judges a proof that has waited long enough.
func (c *passwordCheck) judge(p *peer, now time.Time) {
	if !p.waits() || p.leaving || c.guesses.wait(p.link.Remote(), p.proofAt, now) > 0 {
		return
	}
	p.proofAt = time.Time{}
	answer, err := p.exam.Verdict(p.proof)
	switch {
	case err == nil:
		p.passed, p.since = true, now
		p.send(&proto.ServerFinal{Text: answer})
		return
	case errors.Is(err, errRelayedPassword):
		c.counts.refuse(p, &proto.Reject{Code: proto.RejectRelayed, Reason: relayedText})
	default:
		c.counts.refuse(p, &proto.Reject{Code: proto.RejectWrongPassword, Reason: wrongPasswordText})
	}
	c.noteWrong(p.link.Remote(), err, now)
}

func (c *passwordCheck) noteWrong(from string, why error, now time.Time) {
	if c.guesses.note(from, now) {
		c.log.Info("wrong password", "from", from, "why", why)
	}
}

// Closed reports whether the match has a password. Safe for concurrent use.
func (c *passwordCheck) Closed() bool { return c.verifier.Load() != nil }

// Likely reports whether a password that was typed into this process may be right. Safe for concurrent use.
func (c *passwordCheck) Likely(typed string) bool {
	verifier := c.verifier.Load()
	return verifier == nil || verifier.Likely(typed)
}

// Knows returns nil if a password that was typed into this process is right, or the match has none. After wrong guesses it waits first, as
// a proof does. Safe for concurrent use.
func (c *passwordCheck) Knows(ctx context.Context, from, typed string) error {
	verifier := c.verifier.Load()
	if verifier == nil {
		return nil
	}
	for came := time.Now(); ; {
		now := time.Now()
		wait := c.guesses.wait(from, came, now)
		if wait <= 0 {
			break
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if !verifier.Is(typed) {
		c.noteWrong(from, errWrongPassword, time.Now())
		return errors.New(wrongPasswordText)
	}
	return nil
}

// guesses delays proofs after wrong ones from the same network, right or wrong, by at most proofWait, so no attacker can lock out others at
// their address. Its memory is bounded by forgetting, never by refusing. Safe for concurrent use.
type guesses struct {
	mu sync.Mutex
	at [2]map[netip.Prefix]*wrongs // by narrow and wide network: see places
}

// wrongs are the wrong proofs from one network.
type wrongs struct {
	n              int
	free           time.Time // when the next proof is judged
	last, loggedAt time.Time
}

const (
	firstWait = time.Second     // after the first wrong proof; doubled after each further one
	proofWait = 5 * time.Second // the longest delay
	wideTries = 16              // wrong proofs from a wide network before it is delayed: others may be in it
	// wrongMemory is how long after the last wrong proof they are remembered.
	wrongMemory = 10 * time.Minute
	// maxPlaces bounds each map. Beyond it entries are forgotten: an attacker with as many addresses has as many tries.
	maxPlaces     = 4096
	logGuessEvery = time.Minute // per network
)

func newGuesses() guesses {
	return guesses{at: [2]map[netip.Prefix]*wrongs{{}, {}}}
}

// places returns a peer's networks: that of a subscriber (an IPv4 address, an IPv6 /64), and that of a customer with many of those (/24,
// /48).
func places(remote string) [2]netip.Prefix {
	narrow := link.SiteOf(remote)
	bits := 48
	if narrow.Addr().Is4() {
		bits = 24
	}
	wide, _ := narrow.Addr().Prefix(bits) // the zero Prefix without an address
	return [2]netip.Prefix{narrow, wide}
}

// wait returns for how much longer a proof has to wait.
func (g *guesses) wait(from string, came, now time.Time) (longest time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, place := range places(from) {
		if w := g.at[i][place]; w != nil {
			longest = max(longest, w.free.Sub(now))
		}
	}
	return min(longest, came.Add(proofWait).Sub(now))
}

// note notes a wrong proof, and reports whether to log it.
func (g *guesses) note(from string, now time.Time) (tell bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, place := range places(from) {
		w := g.wrongsAt(i, place, now)
		w.n++
		w.last = now
		if slow := w.n - i*wideTries; slow > 0 {
			w.free = now.Add(min(firstWait<<min(slow-1, 8), proofWait))
		}
		if i == 0 && now.Sub(w.loggedAt) >= logGuessEvery {
			w.loggedAt, tell = now, true
		}
	}
	return tell
}

// wrongsAt returns the entry of a network, a new one if needed.
func (g *guesses) wrongsAt(i int, place netip.Prefix, now time.Time) *wrongs {
	all := g.at[i]
	w := all[place]
	if w == nil {
		for other := range all { // in random order, which no attacker can choose
			if len(all) < maxPlaces {
				break
			}
			delete(all, other)
		}
		w = &wrongs{}
		all[place] = w
	} else if now.Sub(w.last) >= wrongMemory {
		*w = wrongs{}
	}
	return w
}
