package net

import (
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// Seat is a pilot's place in a Match, as plain data.
type Seat struct {
	proto.Pilot             // as the roster shows it
	Asked       string      // the last name that they asked for
	Token       proto.Token // of a player, also while a bot stands in: takes the seat back; zero until they are back whose match was resumed
	Proof       TokenProof  // that a token is theirs; zero of bots
	Identity    string      // the fingerprint of their key, which does so too; "" if they have shown none
	Address     string      // where their client was last; "" for bots
	Muted       bool        // nobody hears what they say
	Came        game.Tick   // when they joined or, later, got a ship; 0 of bots

	Class, Weapon, Team uint8     // that they have chosen
	Wanted              uint8     // colour; 0 for any
	Coloured            game.Tick // when they last got the one that they wanted; 0 for never
	Choosing            bool      // these are not ordered yet
	Chose               game.Tick // when they last were; 0 for never

	Vote  uint8 // the choice of the Ballot that they want, from 1; 0 for none
	Votes int   // that they have cast in it

	Skill  int      // of a bot, 1 to 5, or skill.Novice
	Duty   bot.Duty // of a bot
	Kept   bool     // a bot stands in, and the seat is kept for the player: see seatHeld
	Bot    bot.Bot  // of a bot, also of one that stands in
	Inputs inputQueue
	idleness
}
