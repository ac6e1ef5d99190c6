package reference

import (
	"strings"
	"unicode/utf8"

	"dogfight/game"
)

// The messages of the control channel. Fields are called as in package proto, so
// that the two can be compared; their contents are the text's.
type (
	hello struct {
		Version, Tables     int
		RulesVersion, Rules int
		Token               []byte
		Purpose, Pace       int
		Name                string
	}
	spawn struct {
		Class, Weapon, Team, Colour int
		Name                        string
	}
	setReady     struct{ On bool }
	needKeyframe struct{ Have int }
	infoQuery    struct{}
	scram        struct{ Text string } // of any of its messages
	vote         struct{ Ballot, Choice int }
	callVote     struct {
		Motion, Pilot int
		Next          string
	}
	castVote struct {
		Number int
		Yes    bool
	}
	ticket    struct{ Bytes []byte }
	listFleet struct{}
	wanted    struct {
		Match   uint64
		Mode    int
		RTTs    []hostRTT
		Friends []string
	}
	hostRTT struct {
		Host uint64
		RTT  int
	}

	welcome struct {
		Version        int
		Token          []byte
		Pilot          int
		Slot, TickRate int
		Epoch          int
		Title          string
		Setup          *game.Setup
	}
	reject struct {
		Code   int
		Reason string
	}
	spawnResult struct{ Status, Slot int }
	roster      struct{ Pilots []pilot }
	pilot       struct {
		ID, Slot, Flags, Colour, Ping int
		Name                          string
	}
	keyframe   struct{ World []byte }
	matchStart struct {
		Number, Slot int
		Setup        *game.Setup
	}
	matchOver struct{ NextIn int }
	kick      struct{ Reason string }
	info      struct {
		Version                        int
		Title, Arena                   string
		Mode                           int
		Players, Bots, Slots, TickRate int
	}
	progress struct {
		Number, Left int
		Resumed      bool
	}
	web struct {
		Port   int
		Secure bool
	}
	voteState struct {
		Number, Motion, Left, Yes, No, Needed, Own int
		Text                                       string
	}
	redirect struct {
		Address, Fingerprint, Reason string
		Ticket                       []byte
	}
	handover struct {
		Address, Fingerprint string
		Tick                 int
		Hash                 uint64
		Ticket               []byte
	}
	fleetList struct {
		Hosts   []fleetHost
		Matches []fleetMatch
	}
	fleetHost struct {
		ID              uint64
		Address, Region string
	}
	fleetMatch struct {
		ID                         uint64
		Title                      string
		Mode                       int
		Arena                      string
		Players, Bots, Slots, Host int
	}
	rtts         struct{ List []byte }
	rosterChange struct{ List []pilotChange }
	pilotChange  struct {
		Change, ID, Slot, Flags, Colour, Ping int
		Name                                  string
	}
	ballot struct {
		Number, Own int
		Choices     []choice
	}
	choice struct {
		Arena       string
		Mode, Votes int
	}

	chat struct {
		Pilot int
		Text  string
	}
	bye   struct{ Reason string }
	pause struct{ On bool }
)

// control reads a message of the control channel. That of a Keyframe's World
// takes the Setup before it: see world.
func control(message []byte) any {
	o := &octets{message}
	got := o.control(o.number(1))
	o.end()
	return got
}

func (o *octets) control(kind int) any {
	switch kind {
	case 0x01:
		return o.hello()
	case 0x02:
		return spawn{o.number(1), o.number(1), o.among(1, 0, 4), o.among(1, 0, 8), o.text(96)}
	case 0x03:
		return setReady{o.among(1, 0, 1) == 1}
	case 0x04:
		return needKeyframe{o.number(4)}
	case 0x05:
		o.exactly("DOGF")
		return infoQuery{}
	case 0x07, 0x08, 0x1e, 0x1f:
		return scram{o.text(255)}
	case 0x09:
		return vote{o.number(2), o.among(1, 1, 3)}
	case 0x0b:
		return callVote{o.among(1, 1, 4), o.number(2), o.text(65)}
	case 0x0c:
		return castVote{o.number(2), o.among(1, 0, 1) == 1}
	case 0x26:
		return voteState{o.number(2), o.among(1, 0, 4), o.number(1), o.number(1), o.number(1), o.number(1), o.among(1, 0, 3), o.text(160)}
	case 0x0a:
		t := ticket{o.ticket()}
		demand(len(t.Bytes) > 0, "expected a ticket, got nothing")
		return t
	case 0x0d:
		o.exactly("DOGF")
		return listFleet{}
	case 0x0e:
		return o.wanted()
	case 0x11:
		return welcome{o.version(), o.raw(16), o.number(2), o.slot(), o.among(1, 1, 255), o.number(4), o.text(60), o.setup()}
	case 0x12:
		return reject{o.number(1), o.text(200)}
	case 0x13:
		return spawnResult{o.among(1, 0, 6), o.slot()}
	case 0x14:
		return o.roster()
	case 0x15:
		k := keyframe{o.rest()}
		demand(len(k.World) > 0, "expected a World, got nothing")
		return k
	case 0x16:
		return matchStart{o.number(2), o.slot(), o.setup()}
	case 0x17:
		return matchOver{o.number(2)}
	case 0x18:
		return kick{o.text(200)}
	case 0x19:
		return info{o.number(2), o.text(60), o.text(32), o.number(1), o.number(2), o.number(2), o.number(2), o.number(1)}
	case 0x1a:
		demand(len(o.left) <= 320, "expected at most 320 round trips, got %d", len(o.left))
		return rtts{o.rest()}
	case 0x1b:
		return o.rosterChange()
	case 0x1c:
		return o.ballot()
	case 0x1d:
		return progress{o.number(2), o.number(4), o.among(1, 0, 1) == 1}
	case 0x20:
		return web{o.number(2), o.among(1, 0, 1) == 1}
	case 0x27:
		return redirect{o.address(), o.text(64), o.text(200), o.ticket()}
	case 0x28:
		return handover{o.address(), o.text(64), o.number(4), o.number8(), o.ticket()}
	case 0x29:
		return o.fleetList()
	case 0x21:
		c := chat{o.number(2), o.text(200)}
		demand(c.Text != "", "expected a text, got none")
		return c
	case 0x24:
		return bye{o.text(200)}
	case 0x25:
		return pause{o.among(1, 0, 1) == 1}
	}
	refuse("expected a type that is listed, got %02x", kind)
	return nil
}

// otherVersion is the refusal of a Hello or Welcome in another version. Nothing after its version can be parsed.
const otherVersion refusal = "expected version 6, got another"

func (o *octets) version() int {
	v := o.number(2)
	if v != 6 {
		panic(otherVersion)
	}
	return v
}

func (o *octets) address() string {
	a := o.text(255)
	demand(a != "", "expected an address, got none")
	return a
}

func (o *octets) wanted() wanted {
	w := wanted{Match: o.number8(), Mode: o.number(1)}
	demand(w.Mode < len(game.Modes()) || w.Mode == 255, "expected a mode, got %d", w.Mode)
	w.RTTs = make([]hostRTT, o.among(1, 0, 32))
	for i := range w.RTTs {
		w.RTTs[i] = hostRTT{o.number8(), o.number(2)}
		demand(i == 0 || uint(w.RTTs[i].Host) > uint(w.RTTs[i-1].Host), "expected rising hosts")
	}
	w.Friends = make([]string, o.among(1, 0, 8))
	for i := range w.Friends {
		w.Friends[i] = o.text(64)
		demand(w.Friends[i] != "", "expected a friend, got none")
	}
	return w
}

func (o *octets) fleetList() fleetList {
	l := fleetList{Hosts: make([]fleetHost, o.among(1, 0, 32))}
	for i := range l.Hosts {
		l.Hosts[i] = fleetHost{o.number8(), o.address(), o.text(32)}
	}
	l.Matches = make([]fleetMatch, o.among(1, 0, 64))
	for i := range l.Matches {
		l.Matches[i] = fleetMatch{o.number8(), o.text(60), o.number(1), o.text(32), o.number(2), o.number(2), o.number(2), o.number(1)}
		demand(l.Matches[i].Host < len(l.Hosts), "expected one of the hosts, got %d", l.Matches[i].Host)
	}
	return l
}

func (o *octets) ticket() []byte {
	return o.raw(o.among(2, 0, 400))
}

func (o *octets) hello() hello {
	o.exactly("DOGF")
	h := hello{o.version(), o.number(4), o.number(2), o.number(4), o.raw(16), o.among(1, 0, 1), o.among(1, 1, 2), o.text(96)}
	ours := int(loadTables().checksum())
	demand(h.Tables == ours, "expected order tables %08x, got %08x", ours, h.Tables)
	demand(h.RulesVersion == game.RulesVersion && h.Rules == game.RulesFingerprint, "expected other rules, got %d, %08x", h.RulesVersion, h.Rules)
	return h
}

func (o *octets) roster() roster {
	r := roster{}
	last := -1
	for range o.among(2, 0, 320) {
		p := pilot{o.number(2), o.slot(), o.among(1, 0, 7), o.among(1, 0, 8), o.number(2), o.name()}
		demand(p.ID > last, "expected a pilot above %d, got %d", last, p.ID)
		last = p.ID
		r.Pilots = append(r.Pilots, p)
	}
	return r
}

func (o *octets) rosterChange() rosterChange {
	r := rosterChange{}
	last := -1
	for range o.among(2, 0, 640) {
		c := pilotChange{ID: o.number(2)}
		demand(c.ID > last, "expected a pilot above %d, got %d", last, c.ID)
		last = c.ID
		c.Change = o.among(1, 0, 16)
		if c.Change&(1|16) != 0 {
			c.Slot = o.slot()
		}
		if c.Change&(2|16) != 0 {
			c.Flags = o.among(1, 0, 7)
		}
		if c.Change == 16 {
			c.Colour, c.Ping = o.among(1, 0, 8), o.number(2)
		}
		if c.Change&(4|16) != 0 {
			c.Name = o.name()
		}
		if c.Change&8 != 0 {
			c.Colour = o.among(1, 0, 8)
		}
		r.List = append(r.List, c)
	}
	return r
}

func (o *octets) ballot() ballot {
	b := ballot{Number: o.number(2), Own: o.number(1)}
	count := o.among(1, 1, 3)
	demand(b.Own <= count, "expected an own choice up to %d, got %d", count, b.Own)
	for range count {
		b.Choices = append(b.Choices, choice{o.text(32), o.among(1, 0, len(game.Modes())-1), o.among(1, 0, 64)})
	}
	return b
}

// name reads a name that must be one, as a Roster's.
func (o *octets) name() string {
	name := o.text(96)
	long := utf8.RuneCountInString(name)
	demand(1 <= long && long <= 24, "expected a name of 1 to 24 characters, got %q", name)
	demand(strings.TrimSpace(name) == name, "expected a name without spaces around it, got %q", name)
	return name
}

func (o *octets) slot() int {
	slot := o.number(1)
	demand(slot < 64 || slot == 255, "expected a slot 0 to 63 or 255, got %d", slot)
	return slot
}
