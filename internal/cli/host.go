package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/ops"
	"dogfight/internal/server"
	"dogfight/net"
	"dogfight/net/gateway"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
	"dogfight/ui"
)

// defaultListen is every address of this machine, at the usual port.
var defaultListen = fmt.Sprintf(":%d", link.DefaultPort)

// hosting is what the command line wants hosted, and a file.
type hosting struct {
	server.Options
	pilot        ui.Pilot
	config       string // the file; "" for the usual one
	passwordFile string
	votes        string
	web          webFlags
	log          logFlags
	fleet        fleetFlags
	lan          bool
	headless     bool
}

// newHost returns the command that hosts a match.
func newHost(p *program) *cobra.Command {
	c, h := newHosting(p)
	c.RunE = func(c *cobra.Command, _ []string) error { return p.host(c, h) }
	return c
}

// newHosting returns the same command, and what its flags say.
func newHosting(p *program) (*cobra.Command, *hosting) {
	h := &hosting{Options: server.Options{Dirs: p.dirs, Match: defaultMatch, Program: version}}
	h.Match.Bots, h.Match.Skill = 0, usualSkill
	c := command.New("host [flags]", "Host a match, and play in it unless --headless", noWords, nil)
	c.Example = "  dogfight host\n  dogfight host --web :8080\n  dogfight host --bots 4 --mode teams --title \"Friday night\"\n" +
		"  dogfight host --headless --ssh :2222 --fill 8 --rotation deathmatch:open,teams:duel\n" +
		"  dogfight config show > server.toml && dogfight host --headless --config server.toml"
	addListeners(c, h)
	addMatch(c, p.dirs, &h.Match)
	addRotation(c, p.dirs, &h.Match)
	c.Flags().IntVarP(&h.Match.Fill, "fill", "f", 0, "`N` ships in the match: bots fill up, and leave for players")
	addLobby(c, &h.Match)
	c.Flags().BoolVar(&h.Match.NoVotes, "no-votes", false, "players do not vote for the next arena and mode")
	c.Flags().StringVar(&h.votes, "votes", net.AllMotions.String(), "`LIST` of votes that players may call during a match, or off")
	c.Flags().StringArrayVar(&h.Welcome, "motd", nil, "`LINE` of the message of the day, shown to all who join; may be given again, up to "+strconv.Itoa(net.MaxWelcome)+" lines")
	addStats(c, &h.Match)
	addRecord(c, p)
	addLog(c, &h.log)
	addShip(c, &h.pilot)
	addPlayerName(c, &h.pilot, "name")
	c.Flags().StringVar(&h.pilot.Name, "pilot", "", "the same as --name")
	c.Flags().MarkHidden("pilot")
	return c, h
}

// addListeners gives a command the flags that say where players come in, and who may.
func addListeners(c *cobra.Command, h *hosting) {
	fs := c.Flags()
	fs.StringVarP(&h.Title, "title", "T", "", "`TITLE` of the match (default from your name)")
	fs.StringVarP(&h.Listen, "listen", "l", defaultListen, "`ADDR` to listen on; port 0 is a free one; with \"\", players join by --ssh, --web and --dialect alone")
	fs.BoolVar(&h.lan, "lan", true, "announce the match on this network; --lan=false does not")
	fs.StringVarP(&h.config, "config", "c", "", "`FILE` of settings, which flags override; see dogfight config show (default with --headless "+h.Dirs.ServerFile()+", if it exists)")
	fs.BoolVar(&h.headless, "headless", false, "no screen and no ship of your own; log to stderr")
	fs.DurationVar(&h.DrainLimit, "drain", usualDrain, "with --headless, `TIME` for the match to end after SIGTERM or dogfight admin drain; until then no new players join")
	fs.BoolVar(&h.Resume, "resume", false, "resume the match of a host at this address that crashed (default with --headless)")
	addPasswordFile(c, &h.passwordFile)
	fs.DurationVar(&h.Delay, "delay", 0, "`TIME` by which spectators see the match later than players, such as 30s; up to 5m")
	fs.StringVar(&h.SSH, "ssh", "", "`ADDR` to listen on for players who only have ssh, such as :2222")
	fs.StringVar(&h.SSHAllow, "ssh-allow", "", "`FILE` of public keys, as authorized_keys: only their owners may join by SSH")
	fs.StringVar(&h.SSHAdmins, "ssh-admins", "", "`FILE` of public keys, as authorized_keys: their owners may manage the match with \"ssh HOST admin ...\"")
	addWeb(c, h)
	addMember(c, &h.fleet)
	addFleetHost(c, h)
	fs.StringArrayVar(&h.Dialects, "dialect", nil, "a door for programs in another protocol, `NAME=ADDR` ("+strings.Join(gateway.Names(), ", ")+"; rtype=ADDR,big-endian for floats; carnage=ADDR,websocket for WebSockets too, with ,origin=ORIGIN for pages of that origin); may be given again")
	c.RegisterFlagCompletionFunc("dialect", cobra.FixedCompletions(gateway.Names(), cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	fs.BoolVar(&h.Classic, "dialect-classic", false, "the dogfight dialect is for the original client alone")
	fs.BoolVar(&h.DialectSettings, "dialect-settings", false, "the first player of the lightracer dialect may change the next match")
	fs.IntVar(&h.PerAddress, "per-address", server.UsualPerAddress, "`N` connections, SSH sessions and seats of one address; addresses of this machine and of private networks may have more")
	fs.StringVar(&h.Ops, "ops", "", "`ADDR`, or unix:PATH, of the door for monitoring: /metrics for Prometheus, /healthz, /readyz and, at a unix socket alone, /debug/pprof/")
	fs.StringVar(&h.Admin, "admin", "", "`PATH` of the socket for dogfight admin (default "+h.Dirs.AdminSocket()+")")
}

func (p *program) host(c *cobra.Command, h *hosting) error {
	outliveReaders()
	t, wrong := readTold(c, configPath(p.dirs, h.config, h.headless))
	var err error
	if t.sockets, err = sys.InheritedSockets(); err != nil {
		return err
	}
	k := p.readKept()
	if wrong = append(wrong, t.settle(h, k)...); len(wrong) > 0 {
		return t.refusal(wrong)
	}
	if h.headless {
		if k.problem != nil {
			fmt.Fprintf(p.stderr, "dogfight: %v\n", k.problem)
		}
		p.openArchive(k)
		h.Archive = p.archive
		h.Drains = true
		return p.hostOfFleet(c.Context(), h, t)
	}
	conf := p.screens(k)
	h.Archive = p.archive
	conf.Pilot = h.pilot
	conf.Host = ui.HostOptions{
		Pilot: h.pilot, Match: h.Match, Title: h.Title, Listen: h.Listen, Hidden: h.Hidden, Password: h.Password, Web: h.Web,
	}
	if conf.Session, err = hostAndJoin(h.Options, h.pilot); err != nil {
		return err
	}
	return show(c.Context(), conf)
}

// settle makes of the flags what is hosted, and returns all that is wrong with them.
func (t *told) settle(h *hosting, k kept) (wrong []error) {
	c := t.flags
	name := "name"
	if c.Flags().Changed("pilot") {
		name = "pilot"
	}
	var unread error
	h.Password, unread = readPassword(h.passwordFile)
	h.Adopt(t.sockets)
	h.Hidden = !h.lan
	if !c.Flags().Changed("resume") {
		h.Resume = h.headless
	}
	players := 1
	if h.headless {
		players = 0
	}
	for _, err := range []error{
		unread, settleTeams(c, &h.Match), checkRotation(c, h.Dirs, &h.Match), checkArena(h.Dirs, &h.Match), checkCampaign(&h.Match), checkNumbers(&h.Match, players),
		checkShip(&h.pilot), settleName(&h.pilot, c, name, k), settleTitle(h), checkWelcome(h),
		checkListen("--listen", h.Listen), checkDoor("--ssh", h.SSH), checkOps(h), settleWeb(c, h), checkSSH(h), checkDialects(h), checkPerAddress(h), checkDelay(h), checkFleet(h), checkDrain(h), settleVotes(h),
		checkLog(&h.log), checkNative(h), t.checkIdle(h), t.checkFiles(h),
	} {
		if err != nil {
			wrong = append(wrong, t.place(err))
		}
	}
	return wrong
}

// usualDrain is longer than most matches still last.
const usualDrain = 10 * time.Minute

// checkDrain says what is wrong with how long a match may still last.
func checkDrain(h *hosting) error {
	if h.DrainLimit < 0 {
		return command.Usagef("--drain: must be a time such as 10m, or 0 to end at once, got %v", h.DrainLimit)
	}
	return nil
}

// checkNative refuses a host that nobody can reach.
func checkNative(h *hosting) error {
	if h.Listen == "" && h.SSH == "" && h.Web == "" && len(h.Dialects) == 0 {
		return command.Usagef("--listen: \"\" needs --ssh, --web or --dialect with it; to play alone, use dogfight solo")
	}
	return nil
}

// checkIdle refuses flags of the command line that do nothing beside the others. A file may have such lines: it is for many command lines.
func (t *told) checkIdle(h *hosting) error {
	speaks := func(dialect string) bool {
		return slices.ContainsFunc(h.Dialects, func(spec string) bool { return strings.HasPrefix(spec+"=", dialect+"=") })
	}
	return refuseIdle(func(flag string) bool { return t.given[flag] }, []idle{
		{h.headless, "name pilot", "is of your pilot, and --headless has none: --title names the match"},
		{h.headless, "class weapon colour", "is of your ship, and --headless has none"},
		{!h.headless, "log log-level", "needs --headless with it"},
		{h.fleet.URL == "", "fleet-matches", "needs --fleet with it"},
		{!speaks("dogfight"), "dialect-classic", "needs --dialect dogfight with it"},
		{!speaks("lightracer"), "dialect-settings", "needs --dialect lightracer with it"},
		withoutWaves(&h.Match), withoutReplays(t.flags),
	})
}

// settleVotes reads what players may vote on.
func settleVotes(h *hosting) (err error) {
	if h.Motions, err = net.ParseMotions(h.votes); err != nil {
		return command.Usagef("--votes: %w", err)
	}
	return nil
}

// settleTitle checks the title that was asked for, or makes one.
func settleTitle(h *hosting) error {
	if h.Title == "" {
		h.Title = h.pilot.Name + "'s match"
	}
	if err := proto.ValidTitle(h.Title); err != nil {
		return command.Usagef("--title: %s", strings.TrimPrefix(err.Error(), "title: "))
	}
	return nil
}

// checkWelcome says what is wrong with the message of the day.
func checkWelcome(h *hosting) error {
	if n := len(h.Welcome); n > net.MaxWelcome {
		return command.Usagef("--motd: must be at most %d lines, got %d", net.MaxWelcome, n)
	}
	for i, line := range h.Welcome {
		if err := proto.ValidChat(line); err != nil {
			return command.Usagef("--motd: line %d: %s", i+1, strings.TrimPrefix(err.Error(), "chat: "))
		}
	}
	return nil
}

// checkListen says what is wrong with the address that a flag has the host listen at.
func checkListen(flag, address string) error {
	if address == "" {
		return nil
	}
	if err := link.CheckAddress(address); err != nil {
		return command.Usagef("%s: %w", flag, err)
	}
	return nil
}

// checkDoor does that for a door that has no usual port.
func checkDoor(flag, address string) error {
	if address != "" && !link.HasPort(address) {
		return command.Usagef("%s: must be :PORT or HOST:PORT, got %q", flag, address)
	}
	return checkListen(flag, address)
}

// checkOps says what is wrong with where the host is to tell how it fares.
func checkOps(h *hosting) error {
	if h.Ops == "" {
		return nil
	}
	if err := ops.CheckAddress(h.Ops); err != nil {
		return command.Usagef("--ops: %w", err)
	}
	return nil
}

// checkSSH says what is wrong with how players may come by SSH.
func checkSSH(h *hosting) error {
	if h.SSHAllow != "" && h.SSH == "" {
		return command.Usagef("--ssh-allow: needs --ssh with it")
	}
	if h.SSHAdmins != "" && h.SSH == "" {
		return command.Usagef("--ssh-admins: needs --ssh with it")
	}
	return nil
}

// checkDialects says what is wrong with the other protocols to speak.
func checkDialects(h *hosting) error {
	for _, text := range h.Dialects {
		if _, err := gateway.ParseSpec(text); err != nil {
			return command.Usagef("--dialect: %w", err)
		}
	}
	if len(h.Dialects) > 0 && h.Password != "" {
		return command.Usagef("--dialect: does not go with --password-file: dialects know no passwords")
	}
	return nil
}

// checkPerAddress says what is wrong with how much an address may have.
func checkPerAddress(h *hosting) error {
	if h.PerAddress < 1 || h.PerAddress > server.MaxPerAddress {
		return command.Usagef("--per-address: must be 1 to %d, got %d", server.MaxPerAddress, h.PerAddress)
	}
	return nil
}

// checkDelay says what is wrong with how much later spectators see the match.
func checkDelay(h *hosting) error {
	if h.Delay < 0 || h.Delay > net.MaxDelay {
		return command.Usagef("--delay: must be 0 to 5m, such as 30s, got %v", h.Delay)
	}
	return nil
}
