package play

// helpLine is a key, or several, and what it does.
type helpLine struct{ keys, what string }

var helpLines = [...]helpLine{
	{"arrows, wasd", ""}, // what they do follows from how keys are read
	{"yubn, hjkl", "fly, with the diagonals"},
	{"x", "brake"},
	{"Space", "fire"},
	{"f, Shift+course", "boost"},
	{"Tab", "scores"},
	{"F3", "net figures: is it me or the host?"},
	{"Enter, F2", "chat, all that was said"},
	{"digits", "another ship, while you wait"},
	{"Esc", "menu"},
	{"", ""},
	{"+1♥ +3♥", "more HP"},
	{"+1•", "one more shot in flight"},
	{"S", "shield: takes three hits"},
	{"O", "overdrive: fires twice as fast"},
}

// drawFirstKeys tells whoever has not pressed a key yet which there are.
func (f *frame) drawFirstKeys() {
	keys := "arrows steer   Space fires   f boosts   ? all keys"
	if f.Me < 0 {
		keys = "arrows look at another ship   Esc menu"
	}
	f.drawNotice(f.height()-3, keys, label)
}

// drawHelp lists the keys and what lies about in space. A terminal that reports
// releases has keys held, any other has courses latched.
func (f *frame) drawHelp(held bool) {
	keys, flying := "latched", "fly; a course holds until the next key"
	if held {
		keys, flying = "held", "fly while held; two at once go diagonally"
	}
	a := f.drawPanel(f.middleArea(58, len(helpLines)+4), "help, keys "+keys)
	for i, line := range helpLines {
		if i == 0 {
			line.what = flying
		}
		if i+1 < a.height {
			f.Text(a.x, a.y+1+i, line.keys, accent)
			f.Text(a.x+17, a.y+1+i, line.what, text)
		}
	}
}
