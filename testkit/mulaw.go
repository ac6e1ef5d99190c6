package testkit

// FromMuLaw returns the 16 bits of a sample of 8 bits in the mu-law (ITU-T G.711).
func FromMuLaw(b byte) float64 {
	b = ^b
	value := (float64(b&0xF)*8+132)*float64(int(1)<<(b>>4&7)) - 132
	if b&0x80 != 0 {
		return -value
	}
	return value
}
