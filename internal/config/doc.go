// Package config knows the files of a player and of a host, and reads and writes the two that people edit: settings.toml and server.toml.
// Every mistake in them is reported in one line that names its place.
//
// settings.toml has the player's settings. The game rewrites it, but never one with a mistake:
//
//	name = "Ann"           # up to 24 printable characters in quotes: your name in matches; "" for your user name
//	ship_colour = "auto"   # "auto", "red", "yellow", "magenta", "orange", "lime", "violet", "rose" or "teal": colour of your ship, or the nearest that is free
//	glyphs = "auto"        # "auto", "half", "blocks", "sextants", "octants", "braille" or "ascii": characters to draw with
//	fewer_flashes = false  # true or false: less flashing
//	reduced_motion = false # true or false: less motion
//	damage_numbers = true  # true or false: the damage of hits is shown where they happen
//	kill_cam = true        # true or false: your death is shown again while you wait
//	frame_rate = "auto"    # "auto", 30 or 60: frames per second
//	colours = "auto"       # "auto", "mono", "16", "256" or "true": colours to use
//	theme = "auto"         # "auto" or a theme's name in quotes: colour theme
//	palette = "standard"   # "standard" or "colour-blind": colours of the theme
//	keys = "qwerty"        # "qwerty", "azerty", "dvorak", "vi", "one-handed-left" or "one-handed-right": key bindings, unless [bind] says otherwise
//	steering = "keys"      # "keys" or "mouse": control of the ship
//	sound = "auto"         # "auto", "off" or "bell": output of sounds
//	volume = 70            # 0 to 100: loudness
//	replays = "200MB"      # a size such as "200MB", "0" for none, or "unlimited": size of all replays of matches
//	list = ""              # a URL such as "https://list.example.org", or "" for none: public list of matches, to join one or show yours
//
//	[bind]                 # actions that have other keys than those
//	fire = ["Space", "Enter"]
//
// server.toml has the options of a host. The caller defines its keys and checks their values, which become the texts of flags; an empty
// value is none:
//
//	listen = ":4242"                     # a line for each flag of dogfight host
//	bots = 4
//	web_origin = ["https://example.org"] # flags that may be given again have lists
//	motd = """
//	Welcome.
//	Be kind."""
//
//	[[rotation]]                         # or rotation = ["teams:duel", "deathmatch"]
//	mode = "teams"
//	arena = "duel"
//
//	[[rotation]]
//	mode = "deathmatch"
package config
