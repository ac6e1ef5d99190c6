// Package webd lets players in by a browser. It does not know the game.
//
//	accept ──► admission ──► HTTP ─┬─ GET /ws ─► WebSocket ─► hello ─► Config.Play
//	 (TCP)     (limits)            └─ GET ... ─► Config.Pages
//
// # Requests
//
// A request with a host name that a stranger may own is answered 421, unless the browser has checked a certificate for
// it, here or at a proxy, or the operator has named it (net/admission says why). A WebSocket of a page from elsewhere is answered 403: its Origin must be the
// host in the request, by https or, without TLS here, by http; or one that the operator has named. Programs send no Origin, and are accepted.
//
// A proxy is trusted by its address alone. Its X-Forwarded-For is read from the right up to the first address that is not a proxy: that is the visitor, for
// limits, bans and logs. An invalid address on the way is answered 400. X-Forwarded-Proto: https means that the proxy's visitors check a certificate.
//
// # Relays
//
// With Config.Invited a Server is of a relay. It connects /CODE/ws with the host of an invitation: after its own checks it sends the host a new
// request for /ws, and answers with 101 or 502; nothing else of the host's answer is passed on. With Config.Invitation a Server is of a host, for
// visitors by a relay; it takes no vouch, which the relay could use.
//
// # The WebSocket
//
// The page connects to /ws of its own host, with the subprotocol "dogfight.1". Binary messages are a terminal's
// bytes: output from the host, input from the page. A text message is a JSON object of one member, whose
// name is its type. The host sends first.
//
//	host                                             page
//	{"challenge": "<43 base64url characters>"}  ──►
//	                                            ◄──  {"hello": {...}}          within 5 s
//	{"welcome": {...}}                          ──►
//	bytes ...                                  ◄──►  bytes ...
//	{"bye": {...}} and a close frame            ──►
//
// Nothing is compressed. Compression would halve the 11 kB a second of a picture, whose frames are one packet each in any case, but it takes six times
// as long to write them, and 1.2 MB a visitor.
//
// From the page. A message has at most 4,096 bytes; a longer one, or one of another type, ends the connection with
// the status 1009 or 1008. Names are UTF-8, sizes are clamped to 400x150.
//
//	{"hello": {
//	  "name":    "Nova",          the player's name, unchecked
//	  "watch":   false,           a spectator
//	  "columns": 100, "rows": 30, size of the terminal
//	  "touch":   false,           without a keyboard
//	  "still":   false,           with less motion, as set in the browser
//	  "proof":   {...},           of the player's identity; optional. See below.
//	  "vouch":   "<base64url>",   the statement of another key of the player's; optional. See below.
//	  "tab":     "<43>"           32 random bytes that identify this tab of the browser; optional
//	}}
//	{"resize": {"columns": 120, "rows": 40}}
//	{"name":   "Nova"}            a new name
//	{"sound":  true}              sound on or off; off at first
//	{"leave":  true}              the player leaves for good; a connection that ends without this, or a bye, was lost
//
// From the host:
//
//	{"challenge": "..."}          32 random bytes, to be signed
//	{"welcome": {"known": true, "linked": "SHA256:..."}}
//	                              the hello is accepted. known: it has proven an identity. linked: the key that vouches for
//	                              it; omitted without a valid statement
//	{"cues":  [...]}              sounds to play now, if sound is on. See Sound.
//	{"volume": 70}                0 to 100; before the first cues, and when the player changes it
//	{"input": {"for": "fly",      the use of the keys: "fly" a ship, choose in a "menu", write "text", or a
//	  "a": "FIRE", "b": "BOOST",  "secret". And the action of each button of a pad, as a word for its label; omitted
//	  "x": "SCORES", "y": "CHAT"  for buttons without one.
//	}}
//	{"felt": "hit"}               an effect on the player's ship: "hit" or "lost"; for vibration, if the page has a pad
//	{"bye":   {"why": "...", "again": false}} the end, and whether to connect again at once
//
// The page's terminal is an xterm with 16 million colours that speaks kitty's keyboard protocol and calls itself dogfight-page
// (XTVERSION: ESC P > | dogfight-page(1) ESC \), so the host knows that it has a shape for every character.
//
// # The pad
//
// Two thumbs on the picture, or a gamepad, are sent like other input: as keys that are
// pressed, repeated and released, with the numbers that package ui/input has for them, whether or not the terminal was asked to report
// releases. Two directions together are the diagonal between them.
//
//	CSI 63488 u   CSI 63488 ; 1:2 u   CSI 63488 ; 1:3 u
//
//	63488 up   63489 down   63490 left   63491 right   63492 A   63493 B   63494 X   63495 Y   63496 menu
//
// Text from a field of the page itself is sent as a paste, CSI 200 ~ text CSI 201 ~, after Ctrl-U, which empties the
// line, and before CR.
//
// A page that loses its connection connects again, and proves the identity again: the host reserves the seat for some time.
// If the host has not noticed the loss yet, it ends the old connection when a page with the same "tab" and
// identity connects. Two tabs of one browser are two seats, as two programs of a player are.
//
// # Proof
//
// A page proves the player's identity by an ed25519 key (RFC 8032) of the browser's WebCrypto, which signs with it and
// never exports it:
//
//	{"key":       "<43>",         the public key, 32 bytes
//	 "signature": "<86>"}         64 bytes, of this text of three lines, each with its end
//
//	dogfight browser proof
//	<origin>                      of the page, as in the header Origin; empty without one. By an invitation at a relay: <origin>/<code>
//	<challenge>                   of the host
//
// A signature is worthless to eavesdroppers and relays: another visit has another challenge, and another host another origin.
// The player's fingerprint is that of the key in OpenSSH. All hosts at a relay have one origin, so a signature there is for one invitation.
//
// Browsers have WebCrypto in secure contexts alone: over HTTPS, and on localhost; old ones have no ed25519 in it. Without it, a page
// shows a token instead, 32 random bytes that it stores:
//
//	{"token": "<43>"}
//
// At a relay it is the SHA-256 of "dogfight token at <code>", a byte 0 and those bytes.
//
// An eavesdropper gets the token, and can take the player's seat and name at this host: on a LAN over plain
// HTTP that is anyone who can read the traffic, and could change the page itself. A token is still worth more than no proof: others
// cannot guess it. The player's fingerprint is "SHA256:" and the base64 of the SHA-256 of "dogfight browser token", a byte 0 and the 32
// bytes: no SSH key has such a fingerprint, and the host stores no token.
//
// All bytes are in base64url without padding, in canonical form (RFC 4648, 3.5). Keys are refused that are not in
// canonical form, or whose order is small: anyone can sign by those. An invalid proof ends the
// visit with a bye that says so. A visitor without a proof has no identity, and the host reserves the seat for a short time only.
//
// # Vouch
//
// Another key of the player's, that of "dogfight id" or of SSH, can vouch for the key or the token of a browser: by a signature as "ssh-keygen
// -Y sign -n dogfight" makes it (OpenSSH, PROTOCOL.sshsig), without its armour, of the text
//
//	dogfight identity <fingerprint> at <origin>
//
// The host takes both for one player's, if it knows by more than the request that the origin is its own: it is the address, or the
// name of its machine, where the connection ended, a name of its certificate, or one of Config.Origins. For a host at another origin
// the statement is worthless: the pages of a host can make its own browser keys sign anything, also another host's challenge, and
// no host may impersonate a player elsewhere.
//
// # Sound
//
// Cues follow their frame at once, eight at most, and fewer or none on a line that hardly bears the
// picture.
//
//	{"cues": [["hurt"], ["cannon", 37, -52, 40, 96], ...]}
//
//	"cannon"   the effect, by name
//	37         gain: percent that distance leaves of it; 100 if omitted
//	-52        pan: -100 is left, 100 right; 0 if omitted
//	40         dull: percent of the treble that distance takes; 0 if omitted
//	96         pitch: percent of the original; 100 if omitted
//
// /sound.json lists the effects, their samples and their mix: package ui/sound. The overall gain is the square of
// the volume.
package webd
