package lightracer

// Players lists the pilots with a ship. It replaces the list before.
type Players struct {
	List []Name
}

// Name says what the pilot of a Player is called.
type Name struct {
	ID   int32
	Name string // a semicolon arrives as a comma, a control as a space
}

// Append appends the line and its end.
func (m *Players) Append(b []byte) []byte {
	b = append(b, "PLAYERS"...)
	for i := range m.List {
		b = append(appendNumber(append(b, separator(i)), m.List[i].ID), ' ')
		b = appendName(b, m.List[i].Name)
	}
	return endLine(b)
}

// separator stands before entry i of a list.
func separator(i int) byte {
	if i == 0 {
		return ' '
	}
	return ';'
}
