package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/ops"
	"dogfight/internal/server"
	"dogfight/net"
	"dogfight/net/gateway"
	"dogfight/net/link"
	"dogfight/net/listing"
	"dogfight/net/relay"
	"dogfight/net/sshd"
	"dogfight/proto"
	"dogfight/sys"
	"dogfight/ui"
)

// defaultListen is every address of this machine, at the usual port.
var defaultListen = fmt.Sprintf(":%d", link.DefaultPort)

// usualDrain is longer than most matches last.
const usualDrain = 10 * time.Minute

// hosting are the options of a host, from flags and a file.
type hosting struct {
	server.Options
	pilot        ui.Player
	config       string // the file; "" for the usual one
	passwordFile string
	allow        string   // file of keys
	reserved     string   // file of keys
	webFiles     string   // of the certificate: CERT,KEY
	webProxies   []string // as given
	log          logFlags
	fleet        overnats.Options
	headless     bool
	invite       bool // at the relay
}

// newHost returns the command that hosts a match.
func newHost(p *program) *cobra.Command {
	c, h := newHosting(p)
	c.RunE = func(c *cobra.Command, _ []string) error { return p.host(c, h) }
	return c
}

// newHosting returns the command with the options that its flags set.
func newHosting(p *program) (*cobra.Command, *hosting) {
	h := &hosting{Options: server.Options{Dirs: p.dirs, Hosting: ui.UsualHosting, Program: version}}
	h.Match.Fill = 0
	c := command.New("host [flags]", "Host a match, and play in it unless --headless", noWords, nil)
	c.Example = "  dogfight host\n  dogfight host --web :8080\n  dogfight host --bots 4 --mode teams --title \"Friday night\"\n" +
		"  dogfight host --headless --ssh :2222 --fill 8 --rotation deathmatch:open,teams:duel\n" +
		"  dogfight config show > server.toml && dogfight host --headless --config server.toml"
	addListeners(c, h)
	addPlayedMatch(c, p.dirs, &h.Match)
	fs := c.Flags()
	fs.IntVarP(&h.Match.Fill, "fill", "f", 0, "`N` ships in the match: bots fill up, and leave for players")
	fs.BoolVar(&h.Match.NoVotes, "no-votes", false, "players do not vote for the next arena and mode")
	fs.Var(votesFlag(&h.Motions), "votes", "`LIST` of votes that players may call during a match, or off")
	fs.StringArrayVar(&h.Welcome, "motd", nil, "`LINE` of the message of the day, shown to all who join; may be given again, up to "+strconv.Itoa(net.MaxWelcome)+" lines")
	addRecord(c, p)
	addLog(c, &h.log, " of a host without a screen")
	addShip(c, &h.pilot)
	addPlayerName(c, &h.pilot)
	fs.StringVar(&h.pilot.Name, "pilot", "", "the same as --name")
	fs.MarkHidden("pilot")
	return c, h
}

// addListeners adds the flags of addresses and access.
func addListeners(c *cobra.Command, h *hosting) {
	fs := c.Flags()
	fs.StringVarP(&h.Title, "title", "T", "", "`TITLE` of the match (default from your name)")
	fs.StringVarP(&h.Listen, "listen", "l", defaultListen, "`ADDR` to listen on; port 0 is a free one; with \"\", players join by --ssh, --web and --dialect alone")
	fs.Var(unlessFlag(&h.Hidden), "lan", "announce the match on this network; --lan=false does not")
	fs.Lookup("lan").NoOptDefVal = "true"
	fs.StringVar(&h.Announce, "announce", "", "`URL` of a public list of matches, such as https://list.example.org, that shows the match and the address of this host; its port must be open to the Internet")
	fs.BoolVar(&h.invite, "invite", false, "print an invitation, by which others join from anywhere, also if a router lets none in; it ends with this host")
	fs.StringVar(&h.Relay, "relay", "", "`ADDR` of the relay for --invite (default the relay of your settings); \"dogfight relay\" runs one")
	fs.BoolVar(&h.InviteOnce, "invite-once", false, "the invitation is for one guest, who may come back")
	fs.Var(unlessFlag(&h.InviteNoWeb), "invite-web", "browsers may play by the invitation, if the relay has --web; it can read what they are sent and send; --invite-web=false lets none in")
	fs.Lookup("invite-web").NoOptDefVal = "true"
	fs.StringVarP(&h.config, "config", "c", "", "`FILE` of settings, which flags override; see dogfight config show (default with --headless "+h.Dirs.ServerFile()+", if it exists)")
	fs.BoolVar(&h.headless, "headless", false, "no screen and no ship of your own; log to stderr")
	fs.DurationVar(&h.DrainLimit, "drain", usualDrain, "with --headless, `TIME` for the match to end after SIGTERM or dogfight admin drain; until then no new players join")
	fs.BoolVar(&h.Resume, "resume", false, "resume the match of a host at this address that crashed (default with --headless)")
	addPasswordFile(c, &h.passwordFile)
	fs.StringVar(&h.allow, "allow", "", "`FILE` of public keys or fingerprints: only their owners may join, at any door")
	fs.IntVar(&h.MaxPlayers, "max-players", 0, "`N` players with a ship at most; others watch until one is free (default as many as the mode has seats)")
	fs.IntVar(&h.Reserve, "reserve", 0, "`N` of those seats are only for the keys in --reserved-keys")
	fs.StringVar(&h.reserved, "reserved-keys", "", "`FILE` of public keys or fingerprints, for --reserve")
	fs.DurationVar(&h.Delay, "delay", 0, "`TIME` by which spectators see the match later than players, such as 30s; up to 5m")
	addSSH(c, &h.Options)
	fs.StringVar(&h.SSHAdmins, "ssh-admins", "", "`FILE` of public keys, as authorized_keys: their owners may manage the match with \"ssh HOST admin ...\"")
	fs.StringVar(&h.SSHModerators, "ssh-moderators", "", "`FILE` of public keys, as authorized_keys: their owners may warn, kick, mute and ban for a time with \"ssh HOST admin ...\"")
	addWeb(c, h)
	addMember(c, h)
	fs.IntVar(&h.Fleet.Matches, "fleet-matches", server.UsualMatches, "`N` matches at most")
	fs.StringArrayVar(&h.Dialects, "dialect", nil, "a door for programs in another protocol, `NAME=ADDR` ("+strings.Join(gateway.Names(), ", ")+"; rtype=ADDR,big-endian for floats; carnage=ADDR,websocket for WebSockets too, with ,origin=ORIGIN for pages of that origin); may be given again")
	c.RegisterFlagCompletionFunc("dialect", cobra.FixedCompletions(gateway.Names(), cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	fs.BoolVar(&h.Classic, "dialect-classic", false, "the dogfight dialect is for the original client alone")
	fs.BoolVar(&h.DialectSettings, "dialect-settings", false, "the first player of the lightracer dialect may change the next match")
	fs.IntVar(&h.PerAddress, "per-address", server.UsualPerAddress, "`N` connections, SSH sessions and seats of one address; addresses of this machine and of private networks may have more")
	fs.StringVar(&h.Webhook, "webhook", "", "`URL` that gets the events of dogfight admin events, posted as lines of JSON")
	fs.BoolVar(&h.LogChat, "log-chat", false, "log the chat")
	addOps(c, h, h.Dirs.AdminSocket())
}

// addOps adds the flags of monitoring and of the operator's socket, which is usually at path.
func addOps(c *cobra.Command, h *hosting, path string) {
	fs := c.Flags()
	fs.StringVar(&h.Ops, "ops", "", "`ADDR`, or unix:PATH, of the door for monitoring: /metrics for Prometheus, /healthz, /readyz and, at a unix socket alone, /debug/pprof/")
	fs.StringVar(&h.Admin, "admin", "", "`PATH` of the socket for dogfight admin (default "+path+")")
}

// addSSH adds the flags of the SSH door.
func addSSH(c *cobra.Command, o *server.Options) {
	c.Flags().StringVar(&o.SSH, "ssh", "", "`ADDR` to listen on for players who only have ssh, such as :2222")
	c.Flags().StringVar(&o.SSHAllow, "ssh-allow", "", "`FILE` of public keys, as authorized_keys: only their owners may join by SSH")
}

// addPasswordFile adds the flag for a password. On the command line itself, every user of the machine could read it.
func addPasswordFile(c *cobra.Command, file *string) {
	c.Flags().StringVar(file, "password-file", "", "`FILE` whose first line is the password of the match")
}

// readPassword returns the password in a file; "" without a file.
func readPassword(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := sys.ReadFile(file, sys.MaxText)
	if err != nil {
		return "", fmt.Errorf("--password-file: %w", err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	line = strings.TrimRight(line, "\r")
	if err := proto.ValidPassword(line); err != nil {
		return "", fmt.Errorf("--password-file: %s:1: %w", file, err)
	}
	return line, nil
}

func (p *program) host(c *cobra.Command, h *hosting) error {
	command.SurviveReaders()
	s, wrong := readSources(c, configPath(p.dirs, h.config, h.headless))
	var err error
	if s.sockets, err = sys.InheritedSockets(); err != nil {
		return err
	}
	saved := p.readSettings()
	if wrong = append(wrong, s.settle(h, saved)...); len(wrong) > 0 {
		return s.refusal(wrong)
	}
	if h.headless {
		if saved.problem != nil {
			fmt.Fprintf(p.stderr, "dogfight: %v\n", saved.problem)
		}
		p.openArchive(c, saved)
		h.Archive = p.archive
		h.Drains = true
		return p.hostHeadless(c.Context(), h, s)
	}
	conf := p.screens(c, saved)
	h.Archive = p.archive
	conf.Class, conf.Weapon, conf.Host = h.pilot.Class, h.pilot.Weapon, h.Hosting
	if conf.Session, err = hostAndJoin(h.Options, h.pilot); err != nil {
		return err
	}
	return show(c.Context(), conf)
}

// settle completes the options and returns all that is wrong with them.
func (s *sources) settle(h *hosting, saved *savedSettings) (wrong []error) {
	c := s.flags
	var unread error
	h.Password, unread = readPassword(h.passwordFile)
	h.Adopt(s.sockets)
	players := 1
	if h.headless {
		players = 0
	}
	if !c.Flags().Changed("resume") {
		h.Resume = h.headless
	}
	all := append([]error{unread, settleAccess(h)}, matchFaults(c, h.Dirs, &h.Match, players)...)
	all = append(all, checkShip(&h.pilot), settlePilot(&h.pilot, c, saved), settleTitle(h), checkWelcome(h.Welcome))
	all = append(all, checkListen("--listen", h.Listen), checkDoor("--ssh", h.SSH), settleWeb(c, h), checkSSH(&h.Options), checkDialects(h))
	for _, err := range append(all,
		s.settleInvite(h, saved), aboutFlag("--announce", listing.CheckURL(h.Announce)), expect(h.Announce == "" || h.Listen != "", "--announce: needs --listen with it"),
		checkOps(h), checkPerAddress(h), checkMember(h), aboutFlag("--webhook", ops.CheckWebhook(h.Webhook)), checkLog(&h.log),
		expect(h.Delay >= 0 && h.Delay <= net.MaxDelay, "--delay: must be 0 to 5m, such as 30s, got %v", h.Delay),
		expect(h.DrainLimit >= 0, "--drain: must be a time such as 10m, or 0 to end at once, got %v", h.DrainLimit),
		expect(h.Listen != "" || h.SSH != "" || h.Web != "" || len(h.Dialects) > 0, "--listen: \"\" needs --ssh, --web or --dialect with it; to play alone, use dogfight solo"),
		s.checkIdle(h), s.checkFiles(h),
	) {
		if err != nil {
			wrong = append(wrong, s.place(err))
		}
	}
	return wrong
}

// checkIdle refuses flags without effect. Lines of a file may have none: a file is for several command lines.
func (s *sources) checkIdle(h *hosting) error {
	speaks := func(dialect string) bool {
		return slices.ContainsFunc(h.Dialects, func(spec string) bool { return strings.HasPrefix(spec+"=", dialect+"=") })
	}
	return refuseIdle(func(flag string) bool { return s.overrides[flag] },
		idle{h.headless, "name pilot", "is of your pilot, and --headless has none: --title names the match"},
		idle{h.headless, "class weapon colour", "is of your ship, and --headless has none"},
		idle{!h.headless, "log log-level", "needs --headless with it"},
		idle{h.fleet.URL == "", "fleet-matches", "needs --fleet with it"},
		idle{!speaks("dogfight"), "dialect-classic", "needs --dialect dogfight with it"},
		idle{!speaks("lightracer"), "dialect-settings", "needs --dialect lightracer with it"},
		withoutWaves(&h.Match), withoutReplays(s.flags),
	)
}

const noRelay = `--invite: needs a relay, which passes on what players and this host send: run "dogfight relay" on a machine that the Internet reaches, and name ` +
	"it with --relay or as relay in settings.toml; without one, a tunnel such as tailscale, or a port of your router that leads here, works too"

// settleInvite completes the relay of an invitation; without one there is none.
func (s *sources) settleInvite(h *hosting, saved *savedSettings) error {
	if !h.invite {
		h.Relay, h.InviteOnce, h.InviteNoWeb = "", false, false
		return refuseIdle(func(flag string) bool { return s.overrides[flag] }, idle{true, "relay invite-once invite-web", "needs --invite with it"})
	}
	h.Relay = cmp.Or(h.Relay, saved.Relay)
	if err := first(
		expect(h.Relay != "", noRelay), expect(h.Listen != "", "--invite: needs --listen with it"),
		expect(h.fleet.URL == "", "--invite: does not go with --fleet: players join a fleet at its door"),
	); err != nil {
		return err
	}
	return aboutFlag("--relay", relay.CheckAddress(h.Relay))
}

// settleAccess reads the files of keys, and checks the limits of players.
func settleAccess(h *hosting) (err error) {
	if h.allow != "" {
		h.Allowed, err = sshd.ReadAllowed(h.allow)
	}
	if err != nil {
		return aboutFlag("--allow", err)
	}
	if h.reserved != "" {
		h.Reserved, err = sshd.ReadAllowed(h.reserved)
	}
	return first(
		aboutFlag("--reserved-keys", err),
		checkRange("--max-players", h.MaxPlayers, 0, game.MaxShips), checkRange("--reserve", h.Reserve, 0, cmp.Or(h.MaxPlayers, game.MaxShips)),
		expect((h.Reserve > 0) == (h.reserved != ""), "--reserve: goes with --reserved-keys, and that with --reserve"),
	)
}

// settleTitle checks the title, or makes one.
func settleTitle(h *hosting) error {
	if h.Title == "" {
		h.Title = h.pilot.Name + "'s match"
	}
	return aboutFlag("--title", without("title: ", proto.ValidTitle(h.Title)))
}

func checkWelcome(lines []string) error {
	if n := len(lines); n > net.MaxWelcome {
		return command.Usagef("--motd: must be at most %d lines, got %d", net.MaxWelcome, n)
	}
	for i, line := range lines {
		if err := without("chat: ", proto.ValidChat(line)); err != nil {
			return command.Usagef("--motd: line %d: %w", i+1, err)
		}
	}
	return nil
}

// checkListen checks an address to listen on; "" is none.
func checkListen(flag, address string) error {
	if address == "" {
		return nil
	}
	return aboutFlag(flag, link.CheckAddress(address))
}

// checkDoor checks the address of a door that has no usual port.
func checkDoor(flag, address string) error {
	return first(expect(address == "" || link.HasPort(address), "%s: must be :PORT or HOST:PORT, got %q", flag, address), checkListen(flag, address))
}

func checkSSH(o *server.Options) error {
	return first(
		expect(o.SSH != "" || o.SSHAllow == "", "--ssh-allow: needs --ssh with it"),
		expect(o.SSH != "" || o.SSHAdmins == "", "--ssh-admins: needs --ssh with it"),
		expect(o.SSH != "" || o.SSHModerators == "", "--ssh-moderators: needs --ssh with it"),
	)
}

func checkDialects(h *hosting) error {
	for _, text := range h.Dialects {
		if _, err := gateway.ParseSpec(text); err != nil {
			return aboutFlag("--dialect", err)
		}
	}
	return first(
		expect(len(h.Dialects) == 0 || h.Password == "", "--dialect: does not go with --password-file: dialects know no passwords"),
		expect(len(h.Dialects) == 0 || h.allow == "", "--dialect: does not go with --allow: dialects know no keys"),
	)
}

func checkOps(h *hosting) error {
	if h.Ops == "" {
		return nil
	}
	return aboutFlag("--ops", ops.CheckAddress(h.Ops))
}

func checkPerAddress(h *hosting) error {
	return checkRange("--per-address", h.PerAddress, 1, server.MaxPerAddress)
}
