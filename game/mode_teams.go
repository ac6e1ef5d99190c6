package game

// teams: two teams, whose points add up.
var teams = rules{
	name:    "teams",
	summary: "two teams, whose points add up",
	teams:   2,
}
