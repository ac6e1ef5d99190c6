package link

import "fmt"

// headerSize is the size of what precedes a packet in a frame.
const headerSize = 4

// end is the channel of the frame that says goodbye.
const end Channel = 255

// appendFrame appends p as a frame. p is at most MaxControl bytes.
func appendFrame(b []byte, ch Channel, p []byte) []byte {
	n := len(p)
	b = append(b, byte(ch), byte(n>>16), byte(n>>8), byte(n))
	return append(b, p...)
}

// parseHeader returns the channel and length of the frame that h begins.
func parseHeader(h [headerSize]byte) (ch Channel, length int) {
	return Channel(h[0]), int(h[1])<<16 | int(h[2])<<8 | int(h[3])
}

// limit returns how long a packet on ch may be.
func limit(ch Channel, control int) (int, error) {
	switch ch {
	case Control:
		return control, nil
	case Data:
		return MaxData, nil
	}
	return 0, fmt.Errorf("the channel must be 0 or 1, got %d", ch)
}

// admit reports what forbids a packet of n bytes on ch, if anything.
func admit(ch Channel, n, control int) error {
	most, err := limit(ch, control)
	if err == nil && n > most {
		err = fmt.Errorf("a packet on channel %d must be at most %d bytes, got %d", ch, most, n)
	}
	return err
}
