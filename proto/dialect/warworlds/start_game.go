package warworlds

// StartGame tells that the match begins.
type StartGame struct{}

// Identifier returns 4.
func (*StartGame) Identifier() uint16 { return startGameID }

// Append appends the packet.
func (p *StartGame) Append(b []byte) []byte { return begin(b, startGameID) }

func (p *StartGame) parse(*reader) {}
