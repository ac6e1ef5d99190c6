package term

import "fmt"

// win32Key is a key of a Windows console, as its input mode 9001 reports it
// (win32-input-mode.md of microsoft/terminal):
//
//	CSI key ; scan code ; rune ; down ; modifiers ; repeats _
type win32Key struct{ key, scan, char, down, mods, repeats int }

// maxRepeats of a key are taken of one report; tcell would post them all.
const maxRepeats = 16

func parseWin32(seq *csi) win32Key {
	return win32Key{
		key:     seq.number(0, 0, 0),
		scan:    seq.number(1, 0, 0),
		char:    seq.number(2, 0, 0),
		down:    seq.number(3, 0, 0),
		mods:    seq.number(4, 0, 0),
		repeats: min(seq.number(5, 0, 1), maxRepeats),
	}
}

// typed returns the byte that a report stands for which is no key at all:
// terminals answer in this way, and some report the mouse.
func (k win32Key) typed() (b byte, ok bool) {
	return byte(k.char), k.key == 0 && k.scan == 0 && k.char > 0 && k.char < 0x80
}

// report returns the key with nothing left out, since tcell loses count of what
// is. Which modifiers are down at a release is of no interest, and the key says
// what it is even if they keep it from making a letter.
func (k win32Key) report() keyReport {
	released := k.down == 0
	if released {
		k.down, k.mods, k.repeats = 1, 0, 1
		switch {
		case k.char >= ' ':
		case k.key >= 'A' && k.key <= 'Z':
			k.char = k.key - 'A' + 'a'
		case k.key == ' ':
			k.char = ' '
		}
	}
	return keyReport{
		fmt.Appendf(nil, "\x1b[%d;%d;%d;%d;%d;%d_", k.key, k.scan, k.char, k.down, k.mods, k.repeats),
		released,
	}
}
