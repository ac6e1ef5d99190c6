package carnage

// HelloResponse answers a HelloRequest.
type HelloResponse struct {
	Okay bool // the version is the host's; if not, nothing else is said

	ServerGlobals string // JSON: see the package documentation
	Weapons       string // likewise
	Classes       string // likewise
	LevelData     string // the arena's file
}

// Type returns HelloResponseType.
func (*HelloResponse) Type() Type { return HelloResponseType }

func (m *HelloResponse) append(b []byte) []byte {
	if !m.Okay {
		return append(b, 0)
	}
	b = append(b, 1)
	b = appendText(b, m.ServerGlobals)
	b = appendText(b, m.Weapons)
	b = appendText(b, m.Classes)
	return appendText(b, m.LevelData)
}

func (m *HelloResponse) parse(r *reader) {
	if m.Okay = r.U8("okay") != 0; !m.Okay {
		return
	}
	m.ServerGlobals = r.text("serverGlobals")
	m.Weapons = r.text("weapons")
	m.Classes = r.text("classes")
	m.LevelData = r.text("levelData")
}
