package admission

// Budget is what may go to an address that may not be the sender's. It belongs to one
// goroutine. The zero value is that of an address of which nothing is
// known.
type ReplyBudget struct {
	// Times is how many bytes may go out for each that came; 0 is 3, the most that
	// RFC 9000 allows. Where a protocol gets along with less, it is stricter.
	Times uint8

	left   int
	proven bool
}

// usually is how many bytes go out for each that came.
const usually = 3

// most bounds what can be saved up, so that it never overflows.
const most = 1 << 24

// Received notes that a datagram with so many bytes of payload came from the address.
func (b *ReplyBudget) Received(n int) {
	times := int(b.Times)
	if times == 0 {
		times = usually
	}
	b.left = min(b.left+n*times, most)
}

// Allow reports whether a datagram with so many bytes may go there, and counts it then.
func (b *ReplyBudget) Allow(n int) bool {
	switch {
	case b.proven:
		return true
	case n > b.left:
		return false
	}
	b.left -= n
	return true
}

// Left is how many bytes may go there now.
func (b *ReplyBudget) Left() int {
	if b.proven {
		return most
	}
	return b.left
}

// Validate notes that the address is the sender's: something came back from there that
// had been sent nowhere else. There is no bound from now on.
func (b *ReplyBudget) Validate() { b.proven = true }

// Proven reports whether Validate was called.
func (b *ReplyBudget) Proven() bool { return b.proven }
