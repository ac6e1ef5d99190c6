package game

// last gives each ship three lives a round, in a zone that shrinks.
var last = rules{
	name:     "last",
	summary:  "three lives, in a zone that closes",
	most:     MaxTeams,
	time:     10 * 60 * TickRate, // for pilots waiting for others: the rounds end sooner
	score:    3,
	personal: true,
	rounds:   true,
	unscored: true,
	start:    lastRounds.start,
	tick:     lastRounds.tick,
	enters:   lastRounds.enters,
	entry:    enterZone,
	kill:     lastRounds.kill,
	over:     lastRounds.over,
	winner:   lastRounds.winner,
}

var lastRounds = roundRules{lives: 3, begin: openZone, play: tendZone, end: closeZone}
