package net

import "encoding/binary"

// appendZeroRuns appends bytes of which most are zeros, as there are in what pilots did: how many zeros, how many others, these, and so on.
// A zero alone counts as another. Both numbers are varints.
func appendZeroRuns(b, plain []byte) []byte {
	for len(plain) > 0 {
		zeros := leadingZeros(plain)
		plain = plain[zeros:]
		others := 0
		for others < len(plain) && leadingZeros(plain[others:]) < 2 {
			others++
		}
		b = binary.AppendUvarint(b, uint64(zeros))
		b = binary.AppendUvarint(b, uint64(others))
		b = append(b, plain[:others]...)
		plain = plain[others:]
	}
	return b
}

func leadingZeros(b []byte) (n int) {
	for n < len(b) && b[n] == 0 {
		n++
	}
	return n
}

// readZeroRuns returns the bytes that appendZeroRuns was given, if there are so many.
func readZeroRuns(b []byte, length int) (plain []byte, ok bool) {
	plain = make([]byte, 0, length)
	for len(b) > 0 {
		zeros, n := binary.Uvarint(b)
		others, m := binary.Uvarint(b[max(n, 0):])
		if n <= 0 || m <= 0 || zeros > uint64(length-len(plain)) || others > uint64(length-len(plain))-zeros || others > uint64(len(b)-n-m) {
			return nil, false
		}
		plain = append(append(plain, make([]byte, zeros)...), b[n+m:n+m+int(others)]...)
		b = b[n+m+int(others):]
	}
	return plain, len(plain) == length
}
