package server

import (
	"dogfight/net/webd"
	"dogfight/ui"
)

// inputText tells a page what the keys are for, as net/webd/doc.go has it.
type inputText struct {
	Input struct {
		For ui.Purpose `json:"for"`
		A   string     `json:"a,omitempty"`
		B   string     `json:"b,omitempty"`
		X   string     `json:"x,omitempty"`
		Y   string     `json:"y,omitempty"`
	} `json:"input"`
}

// feltText tells a page what the player is to feel.
type feltText struct {
	Felt ui.Felt `json:"felt"`
}

// tellInput returns what tells a page what the keys are for. What cannot be sent was never of use: the page is gone.
func tellInput(t *webd.Terminal) func(ui.Input) {
	return func(in ui.Input) {
		var text inputText
		text.Input.For, text.Input.A, text.Input.B, text.Input.X, text.Input.Y = in.For, in.A, in.B, in.X, in.Y
		t.Tell(text)
	}
}

// tellFelt returns what tells a page what the player is to feel.
func tellFelt(t *webd.Terminal) func(ui.Felt) {
	return func(what ui.Felt) { t.Tell(feltText{what}) }
}
