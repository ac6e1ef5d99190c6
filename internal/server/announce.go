package server

import (
	"context"
	"fmt"
	stdnet "net"
	"net/netip"
	"strconv"
	"strings"
	"sync"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/net/listing"
	"dogfight/proto"
	"dogfight/sys"
	"dogfight/ui"
)

// announcing announces the match on this network, on this machine and to a public list. Its methods are safe for concurrent use, and do not
// block.
type announcing struct {
	running sync.WaitGroup

	mu        sync.Mutex
	announcer lan.Announcer     // zero without a native door
	public    listing.Announcer // to the list
	options   announced
	paused    bool // while the host takes no players
	cancel    context.CancelFunc
	ended     chan struct{} // closed when the latest announcement is withdrawn; nil before
}

// announced are the options that announcements depend on.
type announced struct {
	title    string
	hidden   bool   // on this network
	list     string // URL of a public list; "" for none
	password bool
}

// begin announces the match.
func (a *announcing) begin(local lan.Announcer, public listing.Announcer, o *ui.Hosting) {
	a.mu.Lock()
	a.announcer, a.public = local, public
	a.mu.Unlock()
	a.as(o)
}

// as announces the match by other options.
func (a *announcing) as(o *ui.Hosting) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if is := (announced{o.Title, o.Hidden, o.Announce, o.Password != ""}); is != a.options {
		a.options = is
		a.renew()
	}
}

// pause withdraws the announcement, or resumes it.
func (a *announcing) pause(on bool) { a.change(func() { a.paused = on }) }

// end withdraws the announcement for good.
func (a *announcing) end() { a.change(func() { a.announcer = lan.Announcer{} }) }

func (a *announcing) change(set func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	set()
	a.renew()
}

// renew announces the match as it is now, once the earlier announcement is withdrawn. The caller holds mu.
func (a *announcing) renew() {
	if a.cancel != nil {
		a.cancel()
		a.cancel = nil
	}
	if a.paused || !a.announcer.Listen.IsValid() {
		return
	}
	before, ended, o, local, public := a.ended, make(chan struct{}), a.options, a.announcer, a.public
	local.Title, public.URL, public.Password = o.title, o.list, o.password
	ctx, cancel := context.WithCancel(context.Background())
	a.cancel, a.ended = cancel, ended
	a.running.Go(func() {
		defer sys.Restore()
		defer close(ended)
		if before != nil {
			<-before
		}
		var publicly sync.WaitGroup
		defer publicly.Wait()
		if o.list != "" {
			publicly.Go(func() {
				defer sys.Restore()
				public.Run(ctx)
			})
		}
		if !o.hidden {
			local.Run(ctx)
		}
	})
}

// invitation is how others may join.
type invitation struct {
	web  string   // URL for browsers; "" for none
	ways []string // commands for a terminal
}

// invite makes the invitation, once all doors are open.
func (e *Entrance) invite() {
	e.invites.Store(&invitation{web: e.WebURL(), ways: e.joinHints("")})
}

// invitationFor returns the invitation that a visitor from an address may pass on. To visitors from afar, addresses of this network are
// useless and private. The function is safe for concurrent use.
func (e *Entrance) invitationFor(remote string) func() (web string, ways []string) {
	return func() (string, []string) {
		invitation := e.invites.Load()
		if invitation == nil || !isLocal(remote) {
			return "", nil
		}
		return invitation.web, invitation.ways
	}
}

// isLocal reports whether an address, with a port or without, is of this machine or its own network.
func isLocal(remote string) bool {
	at, err := netip.ParseAddr(remote)
	if with, failed := netip.ParseAddrPort(remote); failed == nil {
		at, err = with.Addr(), nil
	}
	return err == nil && admission.IsLocal(at)
}

// joinHints returns a line for the invitation, if there is one, and for each door: the command that joins there, or the dialect and its addresses. Machines may know this one by a
// name; "" for none. The door for browsers has WebURL instead.
func (e *Entrance) joinHints(name string) (hints []string) {
	if i := e.inviting.invitation; i.Relay != "" {
		hints = append(hints, "dogfight join "+i.String())
	}
	if e.fleetAddr.IsValid() {
		hints = append(hints, "dogfight join fleet://"+joinAddress(e.fleetAddr, name))
	}
	for _, d := range e.Doors() {
		switch d := d.(type) {
		case *native:
			hints = append(hints, "dogfight join "+joinAddress(d.listener.Addr(), name))
		case *sshServer:
			hints = append(hints, "ssh "+sshAddress(d.Addr(), name))
		case *webServer:
		default:
			hints = append(hints, d.Name()+" "+strings.Join(dialectAddresses(d.Addrs(), name), " "))
		}
	}
	return hints
}

// joinAddress returns the argument of dogfight join for a listener on a machine with a name, or "".
func joinAddress(listen netip.AddrPort, name string) string {
	at := called(listen.Addr(), name)
	if listen.Port() == link.DefaultPort && !strings.Contains(at, ":") {
		return at
	}
	return stdnet.JoinHostPort(at, strconv.Itoa(int(listen.Port())))
}

// sshAddress is joinAddress for ssh.
func sshAddress(listen netip.AddrPort, name string) string {
	at := called(listen.Addr(), name)
	if listen.Port() == 22 {
		return at
	}
	return "-p " + strconv.Itoa(int(listen.Port())) + " " + at
}

// dialectAddresses returns the addresses of listeners for programs on other machines, or on this one if they listen at
// the loopback.
func dialectAddresses(listen []string, name string) (seen []string) {
	for _, text := range listen {
		at := netip.MustParseAddrPort(text) // of a socket: numbers alone
		seen = append(seen, stdnet.JoinHostPort(called(at.Addr(), name), strconv.Itoa(int(at.Port()))))
	}
	return seen
}

// called returns the host for an address of this machine: its name, if it has one and the address is the unspecified one.
func called(at netip.Addr, name string) string {
	if at.IsUnspecified() && name != "" {
		return name
	}
	return reachableAddress(at).String()
}

// reachableAddress returns the address at which others reach a listener of this machine, which may listen at
// all of its addresses.
func reachableAddress(at netip.Addr) netip.Addr {
	if !at.IsUnspecified() {
		return at.Unmap()
	}
	if a := lan.Reached(); a.IsValid() {
		return a
	}
	return netip.AddrFrom4([4]byte{127, 0, 0, 1})
}

// Info is listing.MatchInfo with the match's progress.
type Info struct {
	listing.MatchInfo
	TimeLeft *int `json:"time_left_s"`       // null without a time limit, and from hosts that do not send it
	Round    int  `json:"round"`             // counted from 1; 0 from hosts that do not send it
	Resumed  bool `json:"resumed"`           // after its host was killed
	Closing  bool `json:"closing,omitempty"` // the host takes no more players

	Web string `json:"web,omitempty"` // URL for browsers
}

// InfoOf returns the description of a host's match. progress may be nil.
func InfoOf(info *proto.Info, progress *proto.Progress) Info {
	a := Info{MatchInfo: listing.MatchInfoOf(info)}
	if progress == nil {
		return a
	}
	a.Round, a.Resumed = int(progress.Number), progress.Resumed
	if progress.Left != proto.NoLimit {
		left := int(progress.Left)
		a.TimeLeft = &left
	}
	return a
}

// attendance lists the pilots of a match as text.
func attendance(a net.Attendance) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s in %s, %s\n", a.Title, a.Mode.Name(), a.Arena, statusNames[a.Status])
	fmt.Fprintf(&b, "%s, %s, %d slots\n", count(int(a.Players), "player"), count(int(a.Bots), "bot"), a.Slots)
	for i, p := range a.Pilots {
		fmt.Fprintf(&b, "%-24s %-9s %5d\n", p.Name, roleOf(&p), a.Scores[i])
	}
	return b.String()
}

// count returns a number with a noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

var statusNames = map[game.Status]string{game.Waiting: "waiting", game.InProgress: "under way", game.Closed: "finished"}

func roleOf(p *proto.Pilot) string {
	switch {
	case p.Flags&proto.Away != 0:
		return "away"
	case p.Flags&proto.BotPilot != 0:
		return "bot"
	case p.Slot == proto.NoSlot:
		return "spectator"
	}
	return "player"
}
