// Package password proves that one knows a match's password without telling it: by
// SCRAM-SHA-256 (RFC 5802, RFC 7677), and where there is a channel to bind the proof to,
// SCRAM-SHA-256-PLUS with tls-exporter (RFC 9266). A Prover is the client's end, a
// Verifier the host's. Both deal in SCRAM's messages, as they are; what carries them and
// what an impostor learns stands in the specification of package proto.
//
//	Prover                               Verifier
//	First      ── client-first ──►       Exam.Challenge
//	Answer     ◄── server-first ──
//	Final      ── client-final ──►       Exam.Verdict
//	Confirm    ◄── server-final ──
//
// The costly step, PBKDF2, is the Prover's alone, in a goroutine of its own. A Verifier
// takes it once, when it is made; an Exam costs a few HMACs.
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

const (
	// Iterations of PBKDF2 that a host asks for, and the fewest that a client does: what
	// OWASP's Password Storage Cheat Sheet (2023) asks of PBKDF2-HMAC-SHA256. They
	// take a client 0.15 s on a server's core and some seconds on the smallest of
	// boards, once for each host, and a guesser as long for each guess.
	passwordIterations = 600_000
	// MaxIterations bounds what a host can have a client do.
	maxPasswordIterations = 4 * passwordIterations

	saltSize = 16 // bytes: RFC 8018, section 4.1, asks for 8 at least
)

var (
	// ErrWrong is the verdict on a proof of another password.
	errWrongPassword = errors.New("that is not the password")
	// ErrRelayed is the verdict on a proof that is bound to another channel than it came by.
	errRelayedPassword = errors.New("the proof is bound to another connection")
	// ErrImpostor says that a host did not show that it knows the password.
	errImpostorHost = errors.New("this host does not know the password that you typed")
)

// newClient returns SCRAM's client for a password. There are no user names. It takes no fewer iterations than least.
func newSCRAMClient(password string, least int) *scram.Client {
	c, err := scram.SHA256.NewClientUnprepped("", normalize(password), "")
	if err != nil {
		panic("password: " + err.Error()) // which it never is, unprepped
	}
	return c.WithMinIterations(least)
}

// normal returns a password as in RFC 8265, section 4.2, less what legible text has none
// of. (SASLprep, of RFC 5802, knows no characters younger than Unicode 3.2.)
func normalize(password string) string { return norm.NFC.String(password) }

// parseChallenge returns the nonce of a server-first message, or an error if a client that does no fewer iterations than least should
// not answer it.
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

// binding returns how SCRAM calls what a proof is bound to; nil is nothing.
func binding(data []byte) scram.ChannelBinding {
	if data == nil {
		return scram.ChannelBinding{}
	}
	return scram.ChannelBinding{Type: scram.ChannelBindingTLSExporter, Data: data}
}

// Prover proves a password to hosts. NewProver gives one; keep it for as long as the
// password may have to be proven again, for it remembers what was costly. It belongs
// to one goroutine.
type passwordProver struct {
	client *scram.Client
	least  int // iterations
	// unlikely: it is known to be wrong, and not worth the cost. The proof is noise.
	unlikely bool
}

// NewProver returns a Prover of a password that refuses to do fewer iterations than least. Programs pass Iterations; tests spare
// themselves the time.
func newPasswordProver(password string, least int) *passwordProver {
	return &passwordProver{client: newSCRAMClient(password, least), least: least}
}

// Unlikely is a Prover of a password that is known to be wrong: it proves nothing, at no
// cost, and looks like one that does.
func unlikelyPassword(least int) *passwordProver {
	return &passwordProver{client: newSCRAMClient("", least), least: least, unlikely: true}
}

// Proof is one proof to one host. It belongs to one goroutine.
type passwordProof struct {
	prover     *passwordProver
	conv       *scram.ClientConversation
	final      chan proofAnswer // nil until there is a challenge; takes one
	finalTaken bool             // the final message was had
	proven     bool             // by the host to us
}

type proofAnswer struct {
	text string
	err  error
}

// Begin begins a proof that is bound to the data; nil binds it to nothing.
func (p *passwordProver) Begin(data []byte) *passwordProof {
	if data == nil {
		return &passwordProof{prover: p, conv: p.client.NewConversation()}
	}
	return &passwordProof{prover: p, conv: p.client.NewConversationWithChannelBinding(binding(data))}
}

// First returns the client-first message. It is to be called once.
func (p *passwordProof) First() string {
	first, err := p.conv.Step("")
	if err != nil {
		panic("password: " + err.Error()) // which it never is
	}
	return first
}

// Answer takes the host's challenge and begins, in the background, to find the answer:
// see Final. Its goroutine ends by itself when that is found.
func (p *passwordProof) Answer(challenge string) error {
	nonce, err := parseChallenge(challenge, p.prover.least)
	if err != nil || p.final != nil {
		return errImpostorHost // no host of ours asks so
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

// Busy reports whether the answer to a challenge is still to be had.
func (p *passwordProof) Busy() bool { return p.final != nil && !p.finalTaken }

// Final returns the client-final message once it is there, and once only.
func (p *passwordProof) Final() (text string, ok bool, err error) {
	select {
	case a := <-p.final:
		p.finalTaken = a.err == nil
		return a.text, p.finalTaken, a.err
	default:
		return "", false, nil
	}
}

// Confirm takes the host's server-final message: ErrImpostor if it does not show that
// the host knows the password.
func (p *passwordProof) Confirm(final string) error {
	if !p.finalTaken || p.prover.unlikely {
		return errImpostorHost
	}
	if _, err := p.conv.Step(final); err != nil || !p.conv.Valid() {
		return errImpostorHost
	}
	p.proven = true
	return nil
}

// Confirmed reports whether the host has shown that it knows the password.
func (p *passwordProof) Confirmed() bool { return p.proven }

// Verifier is what a host keeps of its match's password: salt, iterations, StoredKey
// and ServerKey (RFC 5802, section 3), by which it can examine proofs and show that
// it knows it, but not prove it to another; and a byte to tell most others by, see
// Likely. NewVerifier gives one. Safe from any goroutine.
type passwordVerifier struct {
	server *scram.Server
	stored scram.StoredCredentials
	key    [sha256.Size]byte // of the byte below: random
	mark   byte
}

// NewVerifier returns the Verifier of a password that asks for as many iterations as are given: Iterations, but for tests. It takes as
// long as a client's proof.
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
		panic("password: " + err.Error()) // of lengths that crypto/pbkdf2 refuses, which these are not
	}
	return stored
}

// Likely reports whether a password may be the right one, as one in 256 wrong ones may.
// A password that is typed into the host's own process has that do the iterations: with this, a stranger's
// guesses cost next to none. Only a reader of the host's memory could use it, to
// spare as many.
func (v *passwordVerifier) Likely(password string) bool { return v.markOf(password) == v.mark }

func (v *passwordVerifier) markOf(password string) byte {
	mac := hmac.New(sha256.New, v.key[:])
	mac.Write([]byte(normalize(password)))
	return mac.Sum(nil)[0]
}

// Is reports whether a password that was typed into this process is the right
// one. One that is Likely takes as long as a client's proof.
func (v *passwordVerifier) Is(password string) bool {
	return v.Likely(password) && subtle.ConstantTimeCompare(derive(password, v.stored.KeyFactors).StoredKey, v.stored.StoredKey) == 1
}

// Exam examines one proof. It belongs to one goroutine.
type passwordExam struct{ conv *scram.ServerConversation }

// Examine begins to examine a proof that must be bound to the data; nil binds it to
// nothing.
func (v *passwordVerifier) Examine(data []byte) *passwordExam {
	if data == nil {
		return &passwordExam{v.server.NewConversation()}
	}
	return &passwordExam{v.server.NewConversationWithChannelBindingRequired(binding(data))}
}

// Challenge answers a client-first message. An error is to be told to nobody but logs.
func (e *passwordExam) Challenge(first string) (challenge string, err error) {
	return e.conv.Step(first)
}

// Verdict answers a client-final message: by the proof that the host knows the password
// too, or by ErrWrong, ErrRelayed, or what is malformed.
func (e *passwordExam) Verdict(final string) (proof string, err error) {
	answer, err := e.conv.Step(final)
	switch {
	case err == nil && e.conv.Valid():
		return answer, nil
	case answer == scram.ErrChannelBindingsDontMatch:
		return "", errRelayedPassword
	}
	return "", errWrongPassword // malformed ones too, so that a guesser learns nothing
}

// iterations of a proof that hosts ask for, and the fewest that clients do. Tests set fewer.
var iterations = passwordIterations

// passwordCheck has visitors prove that they know the match's password. What is exported, and
// guesses, is safe from any goroutine; the rest is Run's.
type passwordCheck struct {
	verifier atomic.Pointer[passwordVerifier] // nil: the match has none
	guesses  guesses
	counts   *hostCounts // Run's
	log      *slog.Logger
}

// newPasswordCheck takes a moment, unless the text is "": then there is no password.
func newPasswordCheck(text string, log *slog.Logger, counts *hostCounts) *passwordCheck {
	c := &passwordCheck{guesses: newGuesses(), log: log, counts: counts}
	c.set(text)
	return c
}

// demand has visitors prove from now on that they know another password, or none if it is "". It takes a moment.
func (c *passwordCheck) set(text string) {
	switch now := c.verifier.Load(); {
	case text == "":
		c.verifier.Store(nil)
	case now == nil || !now.Is(text):
		c.verifier.Store(newPasswordVerifier(text, iterations))
	}
}

// authState is a peer that proves that it knows the password.
type authState struct {
	exam         *passwordExam // nil before its ClientFirst
	challengedAt time.Time     // when it was challenged
	proof        string        // its proof
	proofAt      time.Time     // when that came; zero while none waits to be heard
	passed       bool
}

// answering is how long a peer may take to answer a challenge. A small board needs some
// seconds for it.
const proofTimeout = 10 * time.Second

const (
	passwordNeededText = "this match asks for a password"
	wrongPasswordText  = "that is not the password of this match"
	relayedText        = "your connection is relayed: a third party can listen and change what is sent"
)

// busy reports whether a peer is being examined, and may take its time.
func (c *authState) busy(now time.Time) bool {
	return c.exam != nil && !c.passed && now.Sub(c.challengedAt) <= proofTimeout+proofWait
}

// waits reports whether a peer's proof is to be heard before all that it sent after it.
func (c *authState) waits() bool { return !c.proofAt.IsZero() }

// passes reports whether a peer may come in. The player who hosts knows the password.
func (c *passwordCheck) passes(p *peer) bool {
	return !c.Closed() || p.passed || p.link.Remote() == link.Here
}

// errNoProof refuses what nobody asked for.
var errNoProof = errors.New("unexpected proof of a password")

// hearFirst challenges a peer to prove that it knows the password. After an error the
// peer must go.
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

// hearFinal takes a peer's proof, which may have to wait. After an error the peer must go.
func (c *passwordCheck) handleFinal(p *peer, text string, now time.Time) error {
	if p.exam == nil || p.passed {
		return errNoProof
	}
	p.proof, p.proofAt = text, now
	c.judge(p, now)
	return nil
}

// judge hears a proof that has waited for long enough.
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

// Closed reports whether the match has a password. Safe from any goroutine.
func (c *passwordCheck) Closed() bool { return c.verifier.Load() != nil }

// Likely reports whether a password that was typed into this process may be the
// right one: see password.Verifier. Safe from any goroutine.
func (c *passwordCheck) Likely(typed string) bool {
	verifier := c.verifier.Load()
	return verifier == nil || verifier.Likely(typed)
}

// Knows returns nil if the password that was typed into this process is right, or
// the match has none, and otherwise why the visitor may be told nothing. Where others were
// typed wrongly it waits first, as for a proof. Safe from any goroutine.
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

// guesses makes wrong passwords cost those who send them, and nobody else: after each, the
// next proof from there is heard later, right or wrong. A proof never waits for longer than
// proofWait, so that nobody shuts out others at the same address, and what is
// remembered is bounded by forgetting, never by refusing. Safe from any goroutine.
type guesses struct {
	mu sync.Mutex
	at [2]map[netip.Prefix]*wrongs // narrow and wide: see places
}

// wrongs are the wrong proofs from one place.
type wrongs struct {
	n              int
	free           time.Time // when the next proof is heard
	last, loggedAt time.Time // when one came last, and when the log was told
}

const (
	// firstWait follows the first wrong proof, twice as much the second, and so on.
	firstWait = time.Second
	// proofWait is the longest that a proof is kept waiting.
	proofWait = 5 * time.Second
	// wideTries may come from a wide place before it is slowed down: others may live there.
	wideTries = 16
	// wrongKept is for how long after the last wrong proof they are remembered.
	wrongMemory = 10 * time.Minute
	// maxPlaces bounds what is remembered of each kind. Beyond it some are forgotten:
	// an attacker with as many addresses has as many tries.
	maxPlaces = 4096
	// tellEvery is how often the log is told of the same place.
	logGuessEvery = time.Minute
)

func newGuesses() guesses {
	return guesses{at: [2]map[netip.Prefix]*wrongs{{}, {}}}
}

// places returns where a peer is: what a subscriber has (an IPv4 address, an IPv6 /64), and
// what a customer may have who has many of those (/24, /48).
func places(remote string) [2]netip.Prefix {
	narrow := link.SiteOf(remote)
	bits := 48
	if narrow.Addr().Is4() {
		bits = 24
	}
	wide, _ := narrow.Addr().Prefix(bits) // the zero Prefix of no address
	return [2]netip.Prefix{narrow, wide}
}

// wait returns for how much longer a proof has to wait that came from somewhere.
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

// note takes a wrong proof, and reports whether the log should be told.
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

// wrongsAt returns those from a place, and makes room for them.
func (g *guesses) wrongsAt(i int, place netip.Prefix, now time.Time) *wrongs {
	all := g.at[i]
	w := all[place]
	if w == nil {
		for other := range all { // in a random order: nobody chooses which is forgotten
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
