package lightracer

// Welcome tells that the player has a ship, and where the data is to be had.
type Welcome struct {
	ID       int32  // of the Player of the one welcomed
	DataPort uint16 // TCP and UDP
	Token    int32  // that the data connection opens with
}

// Append appends the line and its end.
func (m *Welcome) Append(b []byte) []byte {
	b = append(appendNumber(append(b, "WELCOME "...), m.ID), ' ')
	b = append(appendNumber(b, int32(m.DataPort)), ' ')
	return endLine(appendNumber(b, m.Token))
}
