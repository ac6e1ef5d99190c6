package input

// Parts of the number by which a report of the mouse names a button (xterm's ctlseqs,
// "Extended coordinates", SGR).
const (
	mouseButton = 3 // 0 to 2, and 3 for none
	mouseMotion = 32
	mouseWheel  = 64 // and other buttons that have no place among the three
)

// report takes a report of the mouse: CSI < button ; column ; row M, or m for a release.
// One button is reported at a time, so the others are remembered.
func (b *Buttons) report(seq *Sequence) Event {
	code := seq.Number(0, 0, 0)
	switch button := code & mouseButton; {
	case code >= mouseWheel:
	case button == mouseButton:
		*b = 0
	case seq.Final == 'm':
		*b &^= 1 << button
	case code&mouseMotion == 0:
		*b |= 1 << button
	}
	return Event{Kind: Mouse, X: max(seq.Number(1, 0, 1), 1) - 1, Y: max(seq.Number(2, 0, 1), 1) - 1, Buttons: *b}
}
