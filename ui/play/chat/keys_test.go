package chat

import "dogfight/ui/keys"

func key(k keys.Key) keys.Event { return keys.Pressed(k) }

func char(r rune) keys.Event { return keys.Pressed(keys.Key(r)) }

func ctrl(letter keys.Key) keys.Event {
	return keys.Event{Kind: keys.Press, Key: letter, Mods: keys.Ctrl}
}
