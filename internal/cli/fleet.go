package cli

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/server"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/sys"
)

const (
	usualFleetTime = 3 * time.Second // limit for an answer
	replayTime     = 2 * time.Minute // limit for the transfer of a replay
)

// newFleet returns the command that lists the hosts of a fleet.
func newFleet(p *program) *cobra.Command {
	var o overnats.Options
	var asJSON, matches bool
	c := command.New("fleet [flags]", "List the hosts of a fleet, or its matches", noWords, func(c *cobra.Command, _ []string) error {
		return p.askFleet(c.Context(), o, func(ctx context.Context, bus *overnats.Conn) error {
			if matches {
				return list(ctx, p, bus, o.URL, asJSON, matchTable)
			}
			return list(ctx, p, bus, o.URL, asJSON, hostTable)
		})
	})
	c.Example = "  dogfight fleet --fleet nats://10.0.0.1:4222\n  dogfight fleet --matches --json --fleet nats://10.0.0.1:4222"
	addFleet(c, &o)
	c.Flags().BoolVar(&asJSON, "json", false, "a line of JSON for each")
	c.Flags().BoolVar(&matches, "matches", false, "list the matches instead of the hosts")
	c.AddCommand(newFleetBans(p), newFleetBan(p), newFleetUnban(p), newFleetReplay(p))
	return c
}

// addFleet adds the flags of a fleet's hub.
func addFleet(c *cobra.Command, o *overnats.Options) {
	c.Flags().StringVar(&o.URL, "fleet", "", "`URL` of the fleet's hub, such as nats://10.0.0.1:4222; several with commas between them")
	c.Flags().StringVar(&o.Seed, "fleet-key", "", "`FILE` with the key for that hub, as dogfight-hub key makes it")
	c.Flags().StringVar(&o.CA, "fleet-ca", "", "`FILE` with the certificate that signed the hub's (default the system's)")
}

// addMember adds the flags of a host or a door of a fleet.
func addMember(c *cobra.Command, h *hosting) {
	addFleet(c, &h.fleet)
	c.Flags().StringVar(&h.Fleet.Region, "fleet-region", "", "`NAME` of the region of this machine: players are placed near their own")
	c.Flags().StringVar(&h.Fleet.Address, "fleet-address", "", "`ADDR` for players of the fleet (default the address of --listen)")
}

// checkFleet checks the flags of a fleet.
func checkFleet(o *overnats.Options, f *server.FleetOptions) error {
	if o.URL != "" {
		if err := overnats.CheckURL(o.URL); err != nil {
			return command.Usage(err)
		}
	}
	member := o.URL != ""
	return first(
		expect(member || o.Seed == "", "--fleet-key: needs --fleet with it"),
		expect(member || o.CA == "", "--fleet-ca: needs --fleet with it"),
		expect(member || f.Region == "", "--fleet-region: needs --fleet with it"),
		expect(member || f.Address == "", "--fleet-address: needs --fleet with it"),
		expect(proto.Legible(f.Region, fleet.MaxRegion), "--fleet-region: must be at most %d bytes of legible text, got %q", fleet.MaxRegion, f.Region),
		checkListen("--fleet-address", f.Address),
	)
}

// checkMember checks the flags of a host of a fleet.
func checkMember(h *hosting) error {
	alone := h.fleet.URL == ""
	return first(
		checkRange("--fleet-matches", h.Fleet.Matches, 1, 1024), checkFleet(&h.fleet, &h.Fleet),
		expect(alone || h.headless, "--fleet: needs --headless with it: hosts of a fleet have no player of their own"),
		expect(alone || h.Listen != "", "--fleet: needs --listen with it"),
		expect(alone || h.Password == "", "--fleet: does not go with --password-file: players from a door need no password"),
	)
}

// connectFleet connects to the bus, which need not be up yet, as a program whose name begins with its role, and returns the key of this program; nil for none.
func connectFleet(o overnats.Options, name string, log *slog.Logger) (bus fleet.Fleet, key ed25519.PrivateKey, err error) {
	if o.Seed != "" {
		if key, err = overnats.ReadKey(o.Seed); err != nil {
			return nil, nil, command.Usage(err)
		}
	}
	o.Role, _, _ = strings.Cut(name, " ")
	o.Name, o.Log = name, log
	conn, err := dialFleet(o)
	if err != nil {
		return nil, nil, err
	}
	return conn, key, nil
}

// dialFleet starts a connection to a bus, which need not be up yet.
func dialFleet(o overnats.Options) (*overnats.Conn, error) {
	c, err := sys.Await(func() (*overnats.Conn, error) { return overnats.Connect(o) })
	if err != nil && err != sys.ErrInterrupted {
		err = command.Usage(err)
	}
	return c, err
}

// askFleet calls ask with a connection to a fleet, within fleetTime.
func (p *program) askFleet(ctx context.Context, o overnats.Options, ask func(context.Context, *overnats.Conn) error) error {
	if o.URL == "" {
		return command.Usagef("--fleet: must be the URL of a hub, such as nats://10.0.0.1:4222; start one with dogfight-hub")
	}
	ctx, cancel := context.WithTimeout(ctx, p.fleetTime)
	defer cancel()
	o.Name = "dogfight fleet"
	c, err := dialFleet(o)
	if err != nil {
		return err
	}
	defer c.Close()
	for !c.Up() {
		select {
		case <-ctx.Done():
			return p.fleetError(c, o.URL, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
		if c.Refused() {
			return p.fleetError(c, o.URL, nil)
		}
	}
	return ask(ctx, c)
}

// fleetError returns the reason why a fleet did not answer.
func (p *program) fleetError(c *overnats.Conn, url string, err error) error {
	switch problem := c.Problem(); {
	case c.Refused():
		return fmt.Errorf("the hub at %s does not let us in: --fleet-key must be one that its file of keys has", url)
	case c.Up():
		return fmt.Errorf("the hub at %s does not answer: %w", url, err)
	case problem != nil:
		return fmt.Errorf("no hub answers at %s within %v: %s", url, p.fleetTime, link.Reason(problem))
	}
	return fmt.Errorf("no hub answers at %s within %v", url, p.fleetTime)
}

// recordsError returns the reason why the records of a fleet did not answer.
func (p *program) recordsError(c *overnats.Conn, url string, err error) error {
	if c.Up() {
		return fmt.Errorf("no hub at %s answers for its records: it runs with --records none, or --fleet-key is of a role that may not ask this", url)
	}
	return p.fleetError(c, url, err)
}

// fleetTable says how to list the values of a kind.
type fleetTable[T any] struct {
	kind    fleet.Kind
	order   func(v T) string
	columns []column // long texts last
	row     func(v T) []string
}

var (
	hostTable = fleetTable[fleet.Host]{fleet.Hosts, func(h fleet.Host) string { return h.Address }, []column{
		{"ADDRESS", left}, {"VERSION", left}, {"REGION", left}, {"MATCHES", right}, {"PLAYERS", right}, {"ROOM", right},
		{"LOAD", right}, {"TICK P99", right}, {"STATE", left}, {"NAME", left},
	}, hostRow}
	matchTable = fleetTable[fleet.Match]{fleet.Matches, func(m fleet.Match) string { return m.Title + m.ID.String() }, []column{
		{"HOST", left}, {"MODE", left}, {"ARENA", left}, {"PLAYERS", right}, {"BOTS", right}, {"RATING", right}, {"ID", left}, {"TITLE", left},
	}, matchRow}
)

// list prints the values of a kind in order.
func list[T any, P interface {
	*T
	fleet.Value
}](ctx context.Context, p *program, bus *overnats.Conn, url string, asJSON bool, t fleetTable[T]) error {
	entries, err := bus.List(ctx, t.kind)
	if err != nil {
		return p.fleetError(bus, url, err)
	}
	var all []T
	for _, e := range entries {
		if v, err := fleet.Parse[T, P](e.Value); err == nil { // others may write anything
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b T) int { return strings.Compare(t.order(a), t.order(b)) })
	var rows [][]string
	for _, v := range all {
		if !asJSON {
			rows = append(rows, t.row(v))
		} else if err := json.NewEncoder(p.stdout).Encode(v); err != nil {
			return err
		}
	}
	switch {
	case asJSON:
	case len(all) == 0:
		fmt.Fprintf(p.stdout, "No %s at %s.\n", t.kind, url)
	default:
		printTable(p.stdout, t.columns, rows)
	}
	return nil
}

func hostRow(h fleet.Host) []string {
	state := "open"
	if h.Draining {
		state = "draining"
	}
	return []string{
		h.Address, h.Version, h.Region, fmt.Sprint(h.Matches), fmt.Sprint(h.Players), fmt.Sprint(h.Room),
		fmt.Sprintf("%.0f%%", float64(h.Load)/10), fmt.Sprintf("%.2f ms", float64(h.TickP99)/1000), state, h.Name,
	}
}

func matchRow(m fleet.Match) []string {
	rating := ""
	if m.Rating > 0 {
		rating = fmt.Sprint(m.Rating)
	}
	return []string{m.Address, m.Mode, m.Arena, fmt.Sprintf("%d/%d", m.Players, m.Slots), fmt.Sprint(m.Bots), rating, m.ID.String(), m.Title}
}

// newFleetBans returns the command that lists the bans of a fleet.
func newFleetBans(p *program) *cobra.Command {
	var o overnats.Options
	var asJSON bool
	c := command.New("bans [flags]", "List the bans of a fleet", noWords, func(c *cobra.Command, _ []string) error {
		return p.askFleet(c.Context(), o, func(ctx context.Context, bus *overnats.Conn) error {
			list, err := fleet.ReadBans(ctx, bus)
			if err != nil {
				return p.fleetError(bus, o.URL, err)
			}
			return p.print(asJSON, list, func() (text string) {
				if len(list.Bans) == 0 {
					return fmt.Sprintf("No bans at %s.\n", o.URL)
				}
				for _, b := range list.Bans {
					text += fmt.Sprintf("%s  %s  %s\n", b.At.In(time.Local).Format(time.DateOnly), b.Target, b.Comment)
				}
				return text
			})
		})
	})
	c.Example = "  dogfight fleet bans --fleet nats://10.0.0.1:4222"
	addFleet(c, &o)
	c.Flags().BoolVar(&asJSON, "json", false, "print them as a line of JSON")
	return c
}

// newFleetBan returns the command that bans a player from all hosts of a fleet.
func newFleetBan(p *program) *cobra.Command {
	var o overnats.Options
	c := command.New("ban KEY|ADDRESS|NETWORK [COMMENT] [flags]", "Ban a player from all hosts of a fleet", command.Words{Least: 1, Most: 100}, func(c *cobra.Command, args []string) error {
		ban, err := admission.ParseBan(args[0])
		if err != nil {
			return command.Usage(err)
		}
		ask := fleet.BanAsk{Ban: ban.Subject, Comment: strings.Join(args[1:], " ")}
		return p.changeBans(c.Context(), o, ask, ban.Subject+" is banned from the fleet")
	})
	c.Example = "  dogfight fleet ban 192.0.2.0/24 spam, 2026-11-23 --fleet nats://10.0.0.1:4222 --fleet-key operator.nkey"
	addFleet(c, &o)
	return c
}

// newFleetUnban returns the command that lifts a ban.
func newFleetUnban(p *program) *cobra.Command {
	var o overnats.Options
	c := command.New("unban KEY|ADDRESS|NETWORK [flags]", "Lift a ban of a fleet", oneWord, func(c *cobra.Command, args []string) error {
		ban, err := admission.ParseBan(args[0])
		if err != nil {
			return command.Usage(err)
		}
		return p.changeBans(c.Context(), o, fleet.BanAsk{Unban: ban.Subject}, ban.Subject+" is no longer banned from the fleet")
	})
	c.Example = "  dogfight fleet unban 192.0.2.0/24 --fleet nats://10.0.0.1:4222 --fleet-key operator.nkey"
	addFleet(c, &o)
	return c
}

func (p *program) changeBans(ctx context.Context, o overnats.Options, ask fleet.BanAsk, done string) error {
	return p.askFleet(ctx, o, func(ctx context.Context, bus *overnats.Conn) error {
		answer, err := fleet.ChangeBans(ctx, bus, ask)
		switch {
		case answer.Error != "":
			return fmt.Errorf("%s: %w", ask.Ban+ask.Unban, err)
		case errors.Is(err, fleet.ErrNobody) || errors.Is(err, context.DeadlineExceeded):
			return p.recordsError(bus, o.URL, err)
		case err != nil:
			return err
		}
		fmt.Fprintln(p.stdout, done)
		return nil
	})
}

// newFleetReplay returns the command that puts replays into the store of a fleet, and fetches them.
func newFleetReplay(p *program) *cobra.Command {
	var o overnats.Options
	c := command.New("replay FILE|HASH [FILE] [flags]", "Put a replay into a fleet's store, or fetch one by its hash", command.Words{Least: 1, Most: 2}, func(c *cobra.Command, args []string) error {
		ctx, cancel := context.WithTimeout(c.Context(), replayTime)
		defer cancel()
		if len(args) == 2 {
			return p.fetchReplay(ctx, o, args[0], args[1])
		}
		return p.putReplay(ctx, o, args[0])
	})
	c.Long = "Put a replay into a fleet's store, and print its SHA-256. With that hash and a file, fetch it."
	c.Example = "  dogfight fleet replay match.replay --fleet nats://10.0.0.1:4222\n  dogfight fleet replay 9f86d0... match.replay --fleet nats://10.0.0.1:4222"
	addFleet(c, &o)
	return c
}

func (p *program) putReplay(ctx context.Context, o overnats.Options, path string) error {
	b, err := sys.ReadFile(path, overnats.MaxReplay)
	if err != nil {
		return err
	}
	if _, err := replay.Parse(b); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return p.askFleet(ctx, o, func(_ context.Context, bus *overnats.Conn) error {
		hash, err := bus.PutReplay(ctx, b)
		if err == nil {
			fmt.Fprintln(p.stdout, hash)
		}
		return err
	})
}

func (p *program) fetchReplay(ctx context.Context, o overnats.Options, hash, path string) error {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s is there already", path)
	}
	return p.askFleet(ctx, o, func(_ context.Context, bus *overnats.Conn) error {
		b, err := bus.Replay(ctx, hash)
		if err != nil {
			return err
		}
		return sys.CreateFile(filepath.Clean(path), b)
	})
}
