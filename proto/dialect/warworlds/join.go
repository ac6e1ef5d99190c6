package warworlds

import (
	"encoding/binary"
	"fmt"
)

// JoinRequest asks for a ship.
type JoinRequest struct {
	UserID uint32
	Colour Colour // that the client would like
}

// Identifier returns 1.
func (*JoinRequest) Identifier() uint16 { return joinRequestID }

// Append appends the packet.
func (p *JoinRequest) Append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(begin(b, joinRequestID), p.UserID)
	return appendColour(b, p.Colour)
}

func (p *JoinRequest) parse(r *reader) {
	p.UserID = r.U32("user id")
	p.Colour = Colour(r.U32("colour"))
}

// JoinResponse tells a client that it is in the match, and with whom.
type JoinResponse struct {
	Map        string
	Users      []uint32 // the others
	MyColour   Colour   // the host's
	YourColour Colour   // the client's
}

// Identifier returns 2.
func (*JoinResponse) Identifier() uint16 { return joinResponseID }

// Append appends the packet.
func (p *JoinResponse) Append(b []byte) []byte {
	b = appendString(begin(b, joinResponseID), p.Map)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(p.Users)))
	for _, user := range p.Users {
		b = binary.LittleEndian.AppendUint32(b, user)
	}
	return appendColour(appendColour(b, p.MyColour), p.YourColour)
}

func (p *JoinResponse) parse(r *reader) {
	p.Map = r.string("map")
	p.Users = make([]uint32, r.size())
	for i := range p.Users {
		p.Users[i] = r.U32("user")
	}
	p.MyColour = Colour(r.U32("my colour"))
	p.YourColour = Colour(r.U32("your colour"))
}

// size reads the number of users, in 8 bytes or in 4. Behind it there are exactly as
// many users as it says, and two colours, so at most one of the two readings fits.
// What follows one of 4 is not 0, for no user has that number or an invisible colour:
// otherwise a packet with one of 8 would be read as another when its end is lost.
func (r *reader) size() int {
	const colours = 8
	users := func(width int) int { return (len(r.Left) - width - colours) / 4 }
	if (len(r.Left)-colours)%4 != 0 || len(r.Left) < 4+colours {
		r.Fail("users", "4 bytes each, and two colours", fmt.Sprint(len(r.Left), " bytes"))
		return 0
	}
	if b := r.Left; len(b) >= 8+colours && binary.LittleEndian.Uint64(b) == uint64(users(8)) {
		n := users(8)
		r.Take("size", 8)
		return n
	}
	n := users(4)
	if said := r.U32("size"); said != uint32(n) {
		r.Fail("size", fmt.Sprint(n, " or ", n-1), fmt.Sprint(said))
		return 0
	}
	if binary.LittleEndian.Uint32(r.Left) == 0 {
		r.Fail("size", "8 bytes, or a user or colour behind 4", "0")
		return 0
	}
	return n
}
