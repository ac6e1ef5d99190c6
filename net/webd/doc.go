// Package webd lets players in who have nothing but a browser, and knows nothing of what they do there.
//
//	accept ──► admission ──► HTTP ─┬─ GET /ws ─► WebSocket ─► hello ─► Config.Play
//	 (TCP)     (limits)            └─ GET ... ─► Config.Pages
//
// # Who may ask
//
// A request that calls the host by a name which a stranger may own is answered 421, unless the browser has seen a certificate for
// it, here or at a proxy, or the operator has named it (net/admission says why). A WebSocket of a page from elsewhere is answered 403: its Origin must be the
// host that the request names, by https or, without TLS here, by http; or one that the operator has named. Programs send no Origin, and may come.
//
// Of a proxy, which is one by its address alone, X-Forwarded-For is read from the right until an address that is no proxy's: that is who asks, for
// limits, bans and logs. What cannot be read on the way is answered 400. X-Forwarded-Proto: https says that its visitors see a certificate.
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
// Nothing is compressed. It would halve the 11 kB a second of a picture, whose frames are one packet each in any case, and take six times
// as long as to write them, and 1.2 MB a visitor.
//
// From the page. Each message has at most 4,096 bytes; one that is longer, or is none of these, ends the connection with
// the status 1009 or 1008. Names are UTF-8, sizes are clamped to 400x150.
//
//	{"hello": {
//	  "name":    "Nova",          what the player wants to be called; anything
//	  "watch":   false,           without a ship
//	  "columns": 100, "rows": 30, size of the terminal
//	  "touch":   false,           held with thumbs: there is no keyboard
//	  "still":   false,           the player wants things to move less, as the browser was told
//	  "proof":   {...},           who the player is; left out by those who want to be nobody. See below.
//	  "vouch":   "<base64url>",   the statement of another key of the player's; left out by those without. See below.
//	  "tab":     "<43>"           32 random bytes by which this tab of the browser is known again; may be left out
//	}}
//	{"resize": {"columns": 120, "rows": 40}}
//	{"name":   "Nova"}            the player wants to be called otherwise
//	{"sound":  true}              the player wants to hear the match, or no longer; at first not
//	{"leave":  true}              the player goes for good; a connection that ends without this, or a bye, was lost
//
// From the host:
//
//	{"challenge": "..."}          32 random bytes, to be signed
//	{"welcome": {"known": true, "linked": "SHA256:..."}}
//	                              the hello was taken. known says whether the host knows by a proof who the player is, and
//	                              linked is the key that has vouched; left out if the statement does not hold, or there is none
//	{"cues":  [...]}              what is to be heard now, to those who want to. See Sound.
//	{"volume": 70}                how loud, 0 to 100; before the first cues, and when the player changes it
//	{"input": {"for": "fly",      what the keys are for by now: to "fly" a ship, to go through a "menu", to write "text", or a
//	  "a": "FIRE", "b": "BOOST",  "secret". And what each button of a pad does, in a word to be written on it; left out are those
//	  "x": "SCORES", "y": "CHAT"  that do nothing.
//	}}
//	{"felt": "hit"}               what the player is to feel of their ship: that it was "hit", or is "lost"; to those who have a pad
//	{"bye":   {"why": "...", "again": false}} it is over, and whether to come again by itself
//
// The page's terminal is an xterm with 16 million colours that speaks kitty's keyboard protocol and calls itself dogfight-page
// (XTVERSION: ESC P > | dogfight-page(1) ESC \), by which the host knows that it has a shape for every character.
//
// # The pad
//
// Two thumbs on the picture, or a pad that is plugged in, are sent as a terminal's bytes like all that is typed: as keys that are
// pressed, held on and let go, by the numbers that package ui/input has for them, whether or not the terminal was asked to report
// releases. Two directions that are held together are the diagonal between them.
//
//	CSI 63488 u   CSI 63488 ; 1:2 u   CSI 63488 ; 1:3 u
//
//	63488 up   63489 down   63490 left   63491 right   63492 A   63493 B   63494 X   63495 Y   63496 menu
//
// What a field of the page's own was given to write is sent as a paste, CSI 200 ~ text CSI 201 ~, with Ctrl-U before it, which empties the
// line, and CR after it.
//
// A page that loses its connection comes again, and proves once more who the player is: the host keeps the seat for a while.
// If the host has not noticed yet that the old connection is lost, it ends that when a page comes with the same "tab" and of the
// same player. Two tabs of one browser are two seats, as two programs of a player are.
//
// # Proof
//
// A page proves who the player is by an ed25519 key (RFC 8032), made by the browser's WebCrypto, which lets the page sign with it and
// never lets it out:
//
//	{"key":       "<43>",         the public key, 32 bytes
//	 "signature": "<86>"}         64 bytes, of this text of three lines, each with its end
//
//	dogfight browser proof
//	<origin>                      of the page, as the browser reports it in the header Origin; empty if there is none
//	<challenge>                   as the host has sent it
//
// A signature is worth nothing to whoever reads or relays it: another visit has another challenge, and another host another origin.
// Its player's fingerprint is that which OpenSSH has for the key.
//
// Browsers have WebCrypto in secure contexts alone: over HTTPS, and on localhost; old ones have no ed25519 in it. A page without
// shows a token instead, 32 random bytes that it keeps:
//
//	{"token": "<43>"}
//
// Whoever reads what goes over the network has the token, and can take the player's seat and name at this host: on a LAN over plain
// HTTP that is who can listen there, as they can change the page itself. It is still worth more than no proof: who cannot listen
// cannot guess it. Its player's fingerprint is "SHA256:" and the base64 of the SHA-256 of "dogfight browser token", a byte 0 and the 32
// bytes: no key of SSH has such a one, and the host keeps no token.
//
// All bytes are in base64url without padding, in the one way that there is to write them (RFC 4648, 3.5). Keys are refused that have a
// second way to be written, or whose order is small: anybody can sign by those. A proof that does not hold ends the
// visit with a bye that says so. Whoever shows none is nobody, and their seat is not kept for long.
//
// # Vouch
//
// Another key of the player's, the one of "dogfight id" or of SSH, can vouch for the key or the token of a browser: by a signature as "ssh-keygen
// -Y sign -n dogfight" makes it (OpenSSH, PROTOCOL.sshsig), without its armour, of the text
//
//	dogfight identity <fingerprint> at <origin>
//
// The host takes both for one player's, if it knows the origin for its own by more than what the request says: that is the address, or the
// name of its machine, where the connection ended, a name of its certificate, or one of Config.Origins. For a host at another origin
// the statement is worth nothing: the pages of a host can have its own browser keys sign what they like, also another host's challenge, and
// no host may come to speak for a player elsewhere.
//
// # Sound
//
// Cues are of one frame: they come right behind it, eight at most, and fewer or none where the line hardly bears the
// picture.
//
//	{"cues": [["hurt"], ["cannon", 37, -52, 40, 96], ...]}
//
//	"cannon"   the effect, by name
//	37         gain: how many percent distance leaves of it; 100 if left out
//	-52        pan: -100 is left, 100 right; 0 if left out
//	40         dull: by how many percent distance takes the treble away; 0 if left out
//	96         pitch: percent of how it was made; 100 if left out
//
// What effects there are, their samples and how they are mixed is at /sound.json: package ui/sound. All in all is as loud
// as the square of the volume.
package webd
