//go:build unix

// Attacks: each test is an attack by a stranger on a host (hostile_client_test.go), or by a host on a client
// (hostile_host_test.go), on a real one over real sockets or in virtual time, and bounded. The tests assert
// bytes, counts and names; they print times beside a baseline of the same run. The race detector, which takes memory and time, is not for them.
//
// An attack that needs unexported parts is in the package of its target. The index:
//
//	a stranger against a host                        tried in
//	renaming, flags, choices, colours, goings        net/adversary_test.go
//	votes without end, stale, or of no seat          net/adversary_test.go
//	kicks by many addresses of few networks          net/poll_test.go
//	a lobby with a player who is never ready          net/match_test.go
//	large windows over SSH                           e2e/ssh_crowd_test.go (-long), net/sshd/limits_test.go
//	large windows that take the time of ticks        net/window/turns_test.go, ui/keys_test.go, e2e/ssh_crowd_test.go (-long)
//	reflection by the dialects                       net/gateway/dialects_test.go, lightracer_test.go; net/enet
//	queries: reflection, and floods that starve      net/link/query_test.go, net/admission/rate_test.go
//	a forged source of a link's datagrams            net/link/relay_test.go, net/link/path_test.go
//	questions by mDNS from elsewhere, and floods     net/lan/offlink_linux_test.go, finder_test.go
//	all ships from one address; idle ones            hostile_client_test.go, net/seat_test.go
//	connections that stay half-open or silent        hostile_client_test.go, net/sshd/limits_test.go, net/gateway/connections_test.go
//	browsers: idle, slow and besieging sockets       net/webd/limits_test.go
//	the door for figures: slow, huge, a thousand     internal/ops/door_test.go, e2e/ops_test.go
//	rebound names that read the figures              internal/ops/door_test.go
//	requests and frames that break the rules         net/webd/limits_test.go
//	pages of other origins, rebound names, proxies   net/webd/origin_test.go
//	requests of a browser to other doors             net/gateway/page_test.go, net/sshd/server_test.go, net/link/listen_test.go
//	links to the page, and pages that open it        net/webd/page_test.go
//	replayed, relayed or invented proofs             net/webd/proof_test.go, origin_test.go
//	seeing the match earlier than --delay allows     net/handover_test.go, ui/play/kill_cam_test.go
//	guessing the password                            net/chat_test.go
//	relaying a proof of it, or not knowing it        hostile_client_test.go, net/client_test.go
//	chat without end; mutes that are escaped         net/adversary_test.go, net/chat_test.go
//	made-up keys that vouch for each other           e2e/identity_test.go
//	names that read as something else, look-alikes   hostile_client_test.go, proto/name_reserved_test.go
//	commands of the operator that hit another        internal/ops/console_test.go
//	long and hidden texts in answers to the operator internal/ops/socket_test.go, console_test.go
//	Light Racer's SET                                internal/server/doors_test.go
//	SSH commands, SHA-1, lines of the log            net/sshd/server_test.go, limits_test.go; internal/server/bounded_log_test.go
//	a full disk, an exposed private key              e2e/keyless_test.go, sys/secret_test.go
//	forged tries at daily challenges, and laps       internal/session/check_test.go, internal/session/laps_test.go
//	logs to resume that another user has planted     internal/replays/planted_unix_test.go
//
//	a member against the hosts of its fleet
//	invented matches, to claim or to take            internal/fleet/keeper/invented_test.go, internal/server/member_test.go
//	logs in expensive pieces                         internal/fleet/keeper/log_test.go, proto/replay/state_test.go
//
//	a member of a fleet, or a stolen key
//	links of keys without a signature                internal/hub/links_test.go, internal/fleet/copy_test.go
//	rights of a key, and of a removed one            internal/hub/roles_test.go, stolen_test.go, e2e/fleets/stolen_key_test.go
//	texts that must not be shown                     internal/fleet/values_test.go, internal/fleet/values_test.go
//
//	a stranger, or a stolen key, against a hub
//	idle connections, all those of one key           internal/hub/keys_test.go
//	consumers, entries and logs without end          internal/hub/quota_test.go
//	results by unknown keys without end              internal/hub/records_test.go
//
//	a host against a client
//	messages without end, lies, silence              hostile_host_test.go
//	floods and drips over a real line                hostile_host_test.go
//	random bytes, with the screen drawn              hostile_host_test.go: two fuzz targets
//	the same in every mode                           hostile_host_test.go
//	everything that the program prints               e2e/hostile_host_program_test.go
//	forged matches on the network                    net/lan/candidates_test.go, service_test.go
//	redirects to others, without a ticket, or inside internal/session/fleet_test.go; net/link/dial_test.go; net/handover_test.go
//	the same for clients that a door draws           internal/door/door_test.go
//	servers of other protocols                       net/foreign/match_test.go
package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The package comment names files from the root, or from the folder of the file before it on
// the line, or from this one.
func TestTheFilesOfTheIndexExist(t *testing.T) {
	doc, err := os.ReadFile("hostile_test.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`[\w/]+_test\.go`)
	found := 0
	for line := range strings.Lines(string(doc)) {
		folder := "e2e"
		for _, file := range named.FindAllString(line, -1) {
			if strings.Contains(file, "/") {
				folder = filepath.Dir(file)
			}
			path := filepath.Join("..", folder, filepath.Base(file))
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: %v", strings.TrimSpace(line), err)
			}
			found++
		}
	}
	if found < 20 {
		t.Errorf("only %d files are named", found)
	}
}
