// Package registry is what a fleet knows of players beyond a match: who is banned, which keys belong to one player, how
// well they fly. The hub keeps it (internal/hub); this package has what travels, and the copies that hosts and doors
// go by when no hub is there.
//
//	dogfight.hub.ratings  asked             RatingsAsk -> Ratings   of up to MostAsked players, as they place them
//	dogfight.hub.scores   asked             ScoresAsk  -> Scores    what "dogfight scores" shows
//	dogfight.hub.keys     asked             LinksAsk   -> Links     keys that belong together, after a version
//	dogfight.hub.bans     asked             BanAsk     -> BanAnswer by operators alone: bans somebody, or lifts a ban
//	bans "list"           in the directory  Bans                    all bans; hosts watch it
//
// A link of two keys has the player's certificate, which both keys have signed (identity.Proven). The hub checks the certificates that hosts
// send, and hosts check those that the hub answers with.
//
// All are JSON. What is out of bounds is dropped. Versions rise by each change of one database, which has an id: one that is restored or in another
// place counts anew, and has another. Bans of a fleet hold beside a host's own.
package fleet
