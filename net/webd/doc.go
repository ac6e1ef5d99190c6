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
//	{"sound":  true}              the page wants cues, to be heard or felt, or no longer; at first it does not
//	{"leave":  true}              the player goes for good; a connection that ends without this, or a bye, was lost
//
// From the host:
//
//	{"challenge": "..."}          32 random bytes, to be signed
//	{"welcome": {"known": true}}  the hello was taken; known says whether the proof of who the player is was
//	{"cues":  [...]}              what is to be heard now, to a page that wants to know. See Sound.
//	{"volume": 70}                how loud, 0 to 100; before the first cues, and when the player changes it
//	{"input": "fly"}              what the keys are for by now: "fly" a ship, go through a "menu", or write "text"
//	{"bye":   {"why": "...", "again": false}} it is over, and whether to come again by itself
//
// The page's terminal is an xterm with 16 million colours that speaks kitty's keyboard protocol and calls itself dogfight-page
// (XTVERSION: ESC P > | dogfight-page(1) ESC \), by which the host knows that it has a shape for every character.
//
// A page that loses its connection comes again, with the same proof: the host keeps the seat for a while.
//
// # Sound
//
// Cues are of one frame: they come right behind it, eight at most, and fewer or none where the line hardly bears the
// picture. What is heard is also what can be felt: a page that is mute but vibrates wants cues too.
//
//	{"cues": [["hurt"], ["cannon", 37, -52, 40, 96], ...]}
//
//	"cannon"   the effect, by name
//	37         gain: how many percent distance leaves of it; 100 if left out
//	-52        pan: -100 is left, 100 right; 0 if left out
//	40         dull: by how many percent distance takes the treble away; 0 if left out
//	96         pitch: percent of how it was made; 100 if left out
//
// What effects there are, their samples and how they are mixed is at /sound.json: package ui/sound/pack. All in all is as loud
// as the square of the volume.
package webd
