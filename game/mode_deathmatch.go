package game

// deathmatch: every ship against every other.
var deathmatch = rules{
	name:    "deathmatch",
	summary: "every ship for itself",
	time:    5 * 60 * TickRate,
}
