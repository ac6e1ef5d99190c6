package hud

import "dogfight/ui/input"

func key(k input.Key) input.Event { return input.PressOf(k) }

func char(r rune) input.Event { return input.PressOf(input.Key(r)) }

func ctrl(letter input.Key) input.Event {
	return input.Event{Kind: input.Press, Key: letter, Mods: input.Ctrl}
}
