package game

// last: last ship standing: three lives a round, and a zone that shrinks.
var last = rules{
	name:     "last",
	summary:  "three lives, in a zone that closes",
	most:     MaxTeams,
	time:     10 * 60 * TickRate, // for those who wait for others: the rounds are over sooner
	score:    3,
	own:      true,
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
