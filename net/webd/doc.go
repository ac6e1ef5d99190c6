// Package webd lets players in who have nothing but a browser, and knows nothing of what they do there.
//
//	accept ──► admission ──► HTTP ─┬─ GET /ws ─► WebSocket ─► hello ─► Config.Play
//	 (TCP)     (limits)            └─ GET ... ─► Config.Pages
//
// # The WebSocket
//
// The page connects to /ws of the host that it came from, with the subprotocol "dogfight.1". Binary messages are a terminal's
// bytes: what it is to show, from the host; what is typed, from the page. Text messages are a JSON object of one member, whose
// name says what it is. The host talks first.
//
//	host                                             page
//	{"challenge": "<43 base64url characters>"}  ──►
//	                                            ◄──  {"hello": {...}}          within 5 s
//	{"welcome": {...}}                          ──►
//	bytes ...                                  ◄──►  bytes ...
//	{"bye": {...}} and a close frame            ──►
//
// From the page. Each message has at most 4,096 bytes; one that is longer, or is none of these, ends the connection with
// the status 1009 or 1008. Names are UTF-8, sizes are clamped to 400x150.
//
//	{"hello": {
//	  "name":    "Nova",          what the player wants to be called; anything
//	  "watch":   false,           without a ship
//	  "columns": 100, "rows": 30, size of the terminal
//	  "touch":   false,           held with thumbs: there is no keyboard
//	  "proof":   {...}            who the player is; left out by those who want to be nobody. See Proof.
//	}}
//	{"resize": {"columns": 120, "rows": 40}}
//	{"name":   "Nova"}            the player wants to be called otherwise
//	{"sound":  true}              the player wants to hear the match, or no longer
//	{"leave":  true}              the player goes for good; a connection that ends without this, or a bye, was lost
//
// From the host:
//
//	{"challenge": "..."}          32 random bytes, to be signed
//	{"welcome": {"known": true}}  the hello was taken; known says whether the proof of who the player is was
//	{"cues":  [...]}              what is to be heard now, to those who want to; what is in it is the game's
//	{"input": "fly"}              what the keys are for by now: "fly" a ship, go through a "menu", or write "text"
//	{"bye":   {"why": "...", "again": false}} it is over, and whether to come again by itself
//
// The page's terminal is an xterm with 16 million colours that speaks kitty's keyboard protocol and calls itself dogfight-page
// (XTVERSION: ESC P > | dogfight-page(1) ESC \), by which the host knows that it has a shape for every character.
//
// A page that loses its connection comes again, with the same proof: the host keeps the seat for a while.
package webd
