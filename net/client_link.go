package net

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

const (
	// answerTime is how long a host may take to answer.
	answerTime = 8 * time.Second
	// retryFor is how long a lost link is dialled again: as long as a host keeps the seat.
	retryFor = 2 * time.Minute
	// retryElsewhere is the same in a fleet, whose matches wait for its hubs, and then for hosts that might have them: see fleet.RecreateAfter.
	retryElsewhere = 5 * time.Minute
)

// retryIn is the time between tries to restore a link: short at first, so that players return together with a host that was killed and
// restarted.
func retryIn(since time.Duration) time.Duration {
	switch {
	case since < 100*time.Millisecond:
		return 100 * time.Millisecond
	case since < 250*time.Millisecond:
		return 150 * time.Millisecond
	case since < 500*time.Millisecond:
		return 250 * time.Millisecond
	case since < 10*time.Second: // as long as a host takes to restart on a busy machine
		return 500 * time.Millisecond
	}
	return 2 * time.Second
}

var errNoAnswer = errors.New("the host did not answer in time")

// trouble returns why the link must be given up, or nil. Packets that came before are still to be read: they may say more.
func (c *Client) trouble(now time.Time) error {
	switch {
	case c.link == nil:
		return nil
	case c.link.Err() != nil:
		return c.link.Err()
	case c.view.Phase != Playing && now.Sub(c.dialledAt) >= answerTime && !c.proving():
		return c.timeoutError()
	case c.view.Phase == Playing && c.effort.quietFor >= c.quietLimit() && !c.sharesProcess():
		return errQuiet
	}
	return nil
}

// sharesProcess reports whether the host runs in this process. It is never given up for being silent: a process that is stopped for long,
// as in a debugger or while swapping, continues with its links, and a new link would lead to the same host.
func (c *Client) sharesProcess() bool { return c.link.Kind() == "memory" }

// timeoutError says which answer of the host is missing.
func (c *Client) timeoutError() error {
	if c.nextSetup != nil && c.view.World == nil {
		return errNoWorld
	}
	return errNoAnswer
}

// connect dials at first and whenever there was trouble with the link.
func (c *Client) connect(now time.Time, trouble error) {
	switch {
	case c.final() || c.link != nil && trouble == nil:
		return
	case c.link == nil:
	case c.view.World == nil && c.follower.last != nil && now.Before(c.nextRetry):
		return
	case c.view.World == nil && !c.mayRetryDoor(): // no match was ever seen
		c.end(Refused, cmp.Or(c.follower.why, trouble))
		return
	case c.view.World == nil:
	case c.view.Phase != Lost:
		c.view.Phase, c.view.Err = Lost, trouble
		if c.follower.last != nil { // in a fleet the match may continue at another host
			c.view.Err = errResuming
		}
		c.lostAt, c.nextRetry = now, now
		return
	case now.Before(c.nextRetry):
		return
	case c.view.Phase == Lost && now.Sub(c.lostAt) >= c.retryTime():
		c.end(Ended, fmt.Errorf("the connection was lost and could not be restored: %w", trouble))
		return
	}
	c.redial(now)
}

// retryTime returns for how long a lost link is dialled again.
func (c *Client) retryTime() time.Duration {
	if c.follower.last != nil {
		return retryElsewhere
	}
	return retryFor
}

func (c *Client) redial(now time.Time) {
	c.hangUp()
	if c.nextRetry = now.Add(retryIn(now.Sub(c.lostAt))); c.view.World == nil {
		c.nextRetry = now.Add(doorRetryIn)
	}
	c.link, c.dialledAt, c.linkedAt = c.dial(), now, time.Time{}
	c.ping, c.meter, c.arrivals = pinger{}, meter{}, arrivals{}
	c.uplink, c.effort.quietFor = uplink{}, 0
	c.entry.proof, c.entry.sent = nil, false
}

// pace returns the ticks between two packets of the host.
func (c *Client) pace() uint8 {
	if c.conf.Rate >= game.TickRate {
		return 1
	}
	return 2
}

// final reports whether the client has ended.
func (c *Client) final() bool { return c.view.Phase == Refused || c.view.Phase == Ended }

func (c *Client) end(phase Phase, err error) {
	c.view.Phase, c.view.Err = phase, err
	c.hold(c.steps.leave(c.at))
	c.hangUp()
}

func (c *Client) hangUp() {
	if c.link != nil {
		c.link.Close()
	}
}

// Link returns the current link, or nil before the first Frame.
func (c *Client) Link() link.Link { return c.link }

func (c *Client) send(m proto.Message) {
	if c.link != nil {
		c.out = m.Append(c.out[:0])
		c.link.Send(link.Control, c.out)
	}
}

// follower follows redirects. See Elsewhere in package proto.
type follower struct {
	place  *proto.Place // redirected to, not dialled yet
	last   *proto.Place // of the last redirect
	by     netip.Addr   // of the host that redirected
	there  bool         // the current link is to last
	inside bool         // last has let the client in
	ticket []byte       // to be sent first over the current link
	dials  int          // since the redirect or Welcome
	hops   drip         // redirects
	why    error        // of the last rejection; may be nil
}

const (
	// maxHops limits redirects: before a match was seen in all, later as a burst and then one each hopRest. So a host that lets a client in
	// and redirects it in turn cannot make it besiege another.
	maxHops, hopRest = 2, 2 * time.Second
	// maxDoorDials limits how often the door is dialled again after a host that it named did not let the client in.
	maxDoorDials = 3
	// doorRetryIn is the time between those dials: a door trusts a host for a second after its last sign.
	doorRetryIn = 1100 * time.Millisecond
)

var (
	errRedirectLoop = errors.New("you are sent from one host to the next, and none lets you in")
	errNoTicket     = errors.New("the host sends you elsewhere without a ticket and a fingerprint of the host there")
)

// dial dials the host of a redirect once, and else the configured one, in turn with the one that last let the client in.
func (c *Client) dial() link.Link {
	f := &c.follower
	place := f.place
	f.place, f.ticket, f.there = nil, nil, false
	f.dials++
	switch {
	case place != nil:
		f.ticket, f.there = place.Ticket, true
		return c.conf.Follow(*place, f.by)
	case f.inside && f.dials%2 == 0: // the door may be gone, and the host not
		f.there = true
		return c.conf.Follow(proto.Place{Address: f.last.Address, Fingerprint: f.last.Fingerprint}, f.by)
	}
	return c.conf.Dial()
}

// quietLimit is how long the match may be silent before the link is given up.
func (c *Client) quietLimit() time.Duration {
	if c.follower.last != nil && c.view.Phase == Playing {
		return quietElsewhere
	}
	return quietTime
}

// follow follows a redirect. The view stays until the next host lets the client in.
func (c *Client) follow(place proto.Place, now time.Time) {
	f, rest := &c.follower, hopRest
	if c.view.World == nil {
		rest = retryFor
	}
	switch {
	case c.conf.Follow == nil:
		c.end(Refused, fmt.Errorf("the host sends you to %s, as only the door of a fleet may: if it is one, join fleet:// and its address", place.Address))
	case place.Fingerprint == "" || len(place.Ticket) == 0:
		c.end(Refused, errNoTicket)
	case f.hops.add(now, maxHops, rest):
		f.place, f.last, f.by, f.inside, f.dials = &place, &place, link.PeerOf(c.link), false, -1
		c.redial(now)
	case c.view.World == nil:
		c.end(Refused, errRedirectLoop)
	default: // a player with a seat tries as long as it is kept
		f.hops.n-- // not followed
		c.hangUp()
	}
}

// mayRetryDoor reports whether a client without a match dials the door again that named a host which is gone.
func (c *Client) mayRetryDoor() bool {
	return c.follower.last != nil && c.follower.hops.n < maxHops && c.follower.dials < maxDoorDials
}

// sendTicket sends the ticket, if there is one.
func (c *Client) sendTicket() {
	if c.follower.ticket != nil {
		if len(c.follower.ticket) > 0 {
			c.send(&proto.Ticket{Bytes: c.follower.ticket})
		}
		c.follower.ticket = nil
	}
}

var errResuming = errors.New("your match goes on in a moment, here or at another host")

// clientEntry is the state of joining: with a Hello or, once a host has asked for the password, a proof before it.
type clientEntry struct {
	asked  bool // the host has asked for the password, and must prove that it knows it
	prover *passwordProver
	proof  *passwordProof // over the current link; nil before that is connected
	sent   bool           // all messages for joining
}

// enter sends the next messages for joining.
func (c *Client) enter(now time.Time) {
	if !c.final() && c.link != nil {
		c.sendTicket()
	}
	switch e := &c.entry; {
	case e.sent || c.final() || c.link == nil:
	case !e.asked:
		c.sendHello()
	case e.proof == nil && c.link.Ready():
		e.proof = c.prover().Begin(link.Binding(c.link))
		c.send(&proto.ClientFirst{Text: e.proof.First()})
	case e.proof != nil:
		switch text, ok, err := e.proof.Final(); {
		case err != nil:
			c.end(Refused, hostError(err))
		case ok:
			c.dialledAt = now // the host may delay its answer
			c.send(&proto.ClientFinal{Text: text})
			c.sendHello()
		}
	}
}

func (c *Client) sendHello() {
	c.entry.sent = true
	purpose := proto.Play
	if c.conf.Spectate {
		purpose = proto.Spectate
	}
	c.send(&proto.Hello{
		Version: proto.Version, Tables: proto.TableVersion,
		RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint,
		Token: c.token, Purpose: purpose, Pace: c.pace(), Name: c.conf.Name,
	})
}

// prover returns the prover of the password, which caches the derived key.
func (c *Client) prover() *passwordProver {
	e := &c.entry
	if e.prover == nil {
		e.prover = newPasswordProver(c.conf.Password, iterations)
		if c.conf.Likely != nil && !c.conf.Likely(c.conf.Password) {
			e.prover = unlikelyPassword(iterations)
		}
	}
	return e.prover
}

// proving reports whether the host waits for a proof.
func (c *Client) proving() bool { return c.entry.proof != nil && c.entry.proof.Busy() }

// unproven reports whether the host must still prove that it knows the password.
func (e *clientEntry) unproven() bool {
	return e.asked && (e.proof == nil || !e.proof.Confirmed())
}

// trusts reports whether to accept a message: from an unproven host only those of its proof or of refusal.
func (e *clientEntry) trusts(m proto.Message) bool {
	switch m.(type) {
	case *proto.ServerFirst, *proto.ServerFinal, *proto.Reject, *proto.Kick, *proto.Bye:
		return true
	}
	return !e.unproven()
}

// handleProof handles the host's part of the proof.
func (c *Client) handleProof(m proto.Message) {
	err := error(errImpostorHost)
	if c.entry.proof != nil {
		switch m := m.(type) {
		case *proto.ServerFirst:
			err = c.entry.proof.Answer(m.Text)
		case *proto.ServerFinal:
			err = c.entry.proof.Confirm(m.Text)
		}
	}
	if err != nil {
		c.refuseImpostor(err)
	}
}

// refuseImpostor leaves a host that does not know the password.
func (c *Client) refuseImpostor(err error) {
	c.end(Refused, fmt.Errorf("%w: it is not the host you expect, or your connection is intercepted", err))
}

// requestSpawn asks for the ship that the player wants.
func (c *Client) requestSpawn() {
	if c.effort.spawnsAsked++; c.effort.spawnsAsked > maxSpawnsAsked {
		c.end(Refused, errShips)
		return
	}
	class, err := indexOf("class", c.conf.Class, c.nextSetup.Classes, func(c game.Class) string { return c.Name })
	if err != nil {
		c.end(Refused, err)
		return
	}
	weapon, err := indexOf("weapon", c.conf.Weapon, c.nextSetup.Weapons, func(w game.Weapon) string { return w.Name })
	if err != nil {
		c.end(Refused, err)
		return
	}
	c.Choose(class, weapon, c.conf.Team)
}

// indexOf returns the index of a name in a table; "" is the first.
func indexOf[T any](what, name string, table []T, nameOf func(T) string) (uint8, error) {
	var names []string
	for i, row := range table {
		if name == "" || nameOf(row) == name {
			return uint8(i), nil
		}
		names = append(names, nameOf(row))
	}
	return 0, fmt.Errorf("no %s called %q: must be one of %s", what, name, strings.Join(names, ", "))
}

// handleWelcome joins the match, and asks for a ship.
func (c *Client) handleWelcome(m *proto.Welcome, at time.Time) {
	if c.token != m.Token || c.epoch != m.Epoch {
		c.clock = clock{} // another host has another time; one that was killed, an earlier one
		c.unsafeBase = c.epoch != m.Epoch
		c.token, c.epoch = m.Token, m.Epoch
	}
	c.follower.inside, c.follower.dials = c.follower.inside || c.follower.there, 0
	c.view.Title, c.view.Pilot = m.Title, m.Pilot
	c.view.Waiting, c.view.Ballot, c.view.Vote = false, nil, nil
	c.handlePause(false, at) // a host starts with a running match for a new client
	if c.idle {
		c.send(&proto.Pause{On: true})
	}
	c.nextSetup, c.synced = m.Setup, false
	c.effort.spawnsAsked = 0
	c.setSlot(m.Slot)
	c.ping.RTT = max(at.Sub(c.linkedAt), 0) // a guess, until a Pong comes
	if !c.conf.Spectate && m.Slot == proto.NoSlot {
		c.requestSpawn()
	}
}

// PasswordError is the error of a client that is Refused for its password, or for having none.
type PasswordError struct{ Reason string }

func (e *PasswordError) Error() string { return e.Reason }

// refusalError is the error of a client that its host would refuse again.
type refusalError struct{ reason string }

func (e *refusalError) Error() string { return e.reason }

// MayRetry reports whether another try to join the same match may succeed after the View's error.
func MayRetry(err error) bool {
	var refused *refusalError
	var version *proto.VersionError
	var changed *link.ChangedHostError
	return !errors.As(err, &refused) && !errors.As(err, &version) && !errors.As(err, &changed)
}

// handleReject ends the client, or tries in another way.
func (c *Client) handleReject(m *proto.Reject) {
	switch {
	case m.Code == proto.RejectPassword && c.conf.Password != "" && !c.entry.asked:
		c.entry.asked = true
		c.hangUp()
		c.link = nil // dialled again at once
	case m.Code == proto.RejectTicket && (c.view.World != nil || c.mayRetryDoor()):
		c.follower.why = errors.New(reasonText(m.Reason))
		c.hangUp() // then the door is asked again, or the link is dialled
	case m.Code == proto.RejectPassword, m.Code == proto.RejectWrongPassword:
		c.end(Refused, &PasswordError{reasonText(m.Reason)})
	case m.Code == proto.RejectFull, m.Code == proto.RejectClosing:
		c.end(Refused, errors.New(reasonText(m.Reason)))
	default:
		c.end(Refused, &refusalError{reasonText(m.Reason)})
	}
}

func (c *Client) handleSpawnResult(m *proto.SpawnResult) {
	switch m.Status {
	case proto.SpawnOK:
		c.setSlot(m.Slot)
		c.view.Waiting = false
	case proto.SpawnFull, proto.SpawnCrowded, proto.SpawnIdle:
		c.handleNoSeat(m)
	case proto.SpawnBadName:
		_, err := proto.CleanName(c.conf.Name) // may explain the refusal
		c.end(Refused, cmp.Or(err, fmt.Errorf("the host refuses the name %q", c.conf.Name)))
	case proto.SpawnBadWeapon, proto.SpawnBadClass:
		// The choice was made from the former match's tables. Players with a ship keep it.
		if c.slot < 0 && c.nextSetup != nil {
			c.requestSpawn()
		}
	}
}

// handleNoSeat handles the refusal or the loss of a ship.
func (c *Client) handleNoSeat(m *proto.SpawnResult) {
	if !c.conf.Wait {
		c.end(Refused, noSeatErrors[m.Status])
		return
	}
	c.setSlot(proto.NoSlot)
	c.view.Waiting = m.Status != proto.SpawnIdle
	c.notice = watchReason[m.Status]
}

// watchReason says why a waiting client has no ship.
var watchReason = map[proto.SpawnStatus]string{
	proto.SpawnFull:    "the match is full: you watch until a ship is free",
	proto.SpawnCrowded: "too many players from your address have ships: you watch until one is free",
	proto.SpawnIdle:    "you pressed no key for five minutes and another player waited: you are a spectator now",
}

// noSeatErrors says why a client has no ship.
var noSeatErrors = map[proto.SpawnStatus]error{
	proto.SpawnFull:    errors.New("the match is full: all ships for players are taken; you can still spectate"),
	proto.SpawnCrowded: errors.New("too many players are in this match from your address; you can still spectate"),
	proto.SpawnIdle:    errors.New("you pressed no key for five minutes, and another player waited for a ship"),
}

func (c *Client) setSlot(slot uint8) {
	c.slot = -1
	if slot != proto.NoSlot {
		c.slot = int(slot)
	}
}
