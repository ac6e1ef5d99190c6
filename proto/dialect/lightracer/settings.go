package lightracer

// Settings tells what is played.
type Settings struct {
	Bots  int32
	Time  int32 // seconds that a match lasts; 0 for no end
	Mode  string
	Arena string
}

// Append appends the line and its end. The arena comes last, as its name may have spaces.
func (m *Settings) Append(b []byte) []byte {
	b = appendNumber(append(b, "SETTINGS bots="...), m.Bots)
	b = appendNumber(append(b, " time="...), m.Time)
	b = append(append(b, " mode="...), m.Mode...)
	return endLine(appendText(append(b, " arena="...), m.Arena))
}
