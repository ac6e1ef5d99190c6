//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

const packaging = "../packaging"

// packaged returns a file of packaging.
func packaged(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(packaging, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// watched is a fleet whose programs all serve their figures: a hub with keys and certificates, a host and a door.
type watched map[string]*headless

func startWatched(t *testing.T) watched {
	t.Helper()
	folder := shortFolder(t)
	in := func(name string) string { return filepath.Join(folder, name) }
	hub := func(args ...string) *exec.Cmd {
		cmd := newCommand(t, args...)
		cmd.Env = append(cmd.Env, beTheProgram+"=hub")
		return cmd
	}
	keys := ""
	for _, args := range [][]string{{"key", "host", "--dir", folder}, {"key", "door", "--role", "door", "--dir", folder}, {"cert", folder, "hub,127.0.0.1"}} {
		code, out, errs := runOf(t, hub(args...))
		if code != exitOK {
			t.Fatalf("%v: %s", args, errs)
		}
		if args[0] == "key" {
			keys += out
		}
	}
	if err := os.WriteFile(in("keys"), []byte(keys), 0o600); err != nil {
		t.Fatal(err)
	}
	all := watched{}
	all["hub"] = startListening(t, hub("--listen", "127.0.0.1:0", "--keys", in("keys"), "--tls-cert", in("hub.pem"), "--tls-key", in("hub.key"), "--ops", "127.0.0.1:0"), "ops")
	for name, args := range map[string][]string{"host": {"host", "--headless", "--lan=false", "--fill", "2"}, "door": {"door"}} {
		args = append(args, "--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--ops", "127.0.0.1:0", "--admin", in(name+".admin"),
			"--fleet", "tls://"+all["hub"].listens["nats"], "--fleet-key", in(name+".nkey"), "--fleet-ca", in("ca.pem"))
		all[name] = startListening(t, newCommand(t, args...), "ops")
	}
	for _, h := range all {
		h.until("it is ready", func(f figures) bool { return f["dogfight_ready"] == 1 && f["dogfight_healthy"] == 1 })
	}
	return all
}

// asked matches the names of metrics in queries.
var asked = regexp.MustCompile(`\b(?:dogfight|process|go)_[a-z0-9_]+`)

func TestTheBoardAndTheAlertsUseMetricsThatTheProgramsHave(t *testing.T) {
	t.Parallel()
	has := map[string]bool{}
	for _, h := range startWatched(t) {
		for name := range h.scrape() {
			name, _, _ = strings.Cut(name, "{")
			has[name] = true
		}
	}
	for _, file := range []string{"grafana/dashboards/dogfight.json", "prometheus/alerts.yml"} {
		names := asked.FindAllString(packaged(t, file), -1)
		slices.Sort(names)
		if names = slices.Compact(names); len(names) < 5 {
			t.Errorf("%s asks for %v only", file, names)
		}
		for _, name := range names {
			if !has[name] {
				t.Errorf("%s asks for %s, which no program has", file, name)
			}
		}
	}
}

// promtool runs Prometheus' tool, with a text as its input.
func promtool(t *testing.T, input string, args ...string) {
	t.Helper()
	path, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("not tried: promtool is missing (Debian package prometheus)")
	}
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Stdin = filepath.Join(packaging, "prometheus"), strings.NewReader(input)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("promtool %v: %v\n%s", args, err, out)
	}
}

func TestPrometheusAcceptsTheConfigurationAndEachFaultRaisesItsAlert(t *testing.T) {
	t.Parallel()
	promtool(t, "", "check", "config", "prometheus.yml")
	promtool(t, "", "test", "rules", "alerts_test.yml")
}

// TestTheBoardShowsAFleetAndItsDeadBus evaluates all queries of the board over series that are recorded from a fleet, before and after its hub is killed.
func TestTheBoardShowsAFleetAndItsDeadBus(t *testing.T) {
	t.Parallel()
	all := startWatched(t)
	for name, h := range all {
		_, text := h.ask("/metrics")
		t.Run(name, func(t *testing.T) { promtool(t, text, "check", "metrics") })
	}
	series := map[string]map[string][]string{} // by program and name
	record := func(times int) {
		for name, h := range all {
			if series[name] == nil {
				series[name] = map[string][]string{}
			}
			for sample, v := range h.scrape() {
				series[name][sample] = append(series[name][sample], fmt.Sprintf("%vx%d", v, times-1))
			}
		}
	}
	record(1)
	time.Sleep(200 * time.Millisecond) // longer than figures live
	record(23)
	all["hub"].cmd.Process.Kill()
	delete(all, "hub")
	for _, h := range all {
		h.until("the hub is away", func(f figures) bool { return f["dogfight_fleet_connected"] == 0 })
	}
	record(24)
	var input []map[string]string
	for program, samples := range series {
		for sample, values := range samples {
			name, labels, _ := strings.Cut(strings.TrimSuffix(sample, "}"), "{")
			labels = strings.TrimPrefix(labels+fmt.Sprintf(",instance=%q,job=%q", program, "dogfight-"+program), ",")
			input = append(input, map[string]string{"series": name + "{" + labels + "}", "values": strings.Join(values, " ")})
		}
	}
	type test = map[string]any
	value := func(expr, at string, v int) test {
		return test{"expr": expr, "eval_time": at, "exp_samples": []any{test{"labels": "{}", "value": v}}}
	}
	tests := []test{}
	for title, exprs := range boardQueries(t) {
		for _, expr := range exprs {
			all := strings.ReplaceAll(expr, " > 0", "") // nobody plays, and nobody is refused
			tests = append(tests, value("count("+all+") > bool 0", "115s", 1))
			if title == "Programs without the hub" {
				tests = append(tests, value(expr, "115s", 0), value(expr, "200s", 2))
			}
		}
	}
	if len(tests) < 60 {
		t.Errorf("the board has %d queries", len(tests))
	}
	text, err := yaml.Marshal(test{"rule_files": []string{}, "evaluation_interval": "5s", "tests": []test{{"interval": "5s", "input_series": input, "promql_expr_test": tests}}})
	file := filepath.Join(t.TempDir(), "board.yml")
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	promtool(t, "", "test", "rules", file)
}

// boardQueries returns the queries of the board by panel, for all programs.
func boardQueries(t *testing.T) map[string][]string {
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(packaged(t, "grafana/dashboards/dogfight.json")), &board); err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, p := range board.Panels {
		for _, q := range p.Targets {
			all[p.Title] = append(all[p.Title], strings.NewReplacer("$instance", ".*", "$__rate_interval", "1m").Replace(q.Expr))
		}
	}
	return all
}

func TestComposeAndTheUnitsUseFlagsThatTheProgramsHave(t *testing.T) {
	t.Parallel()
	var compose struct {
		Services map[string]struct {
			Image   string
			Command []string
			Volumes []string
		}
	}
	if err := yaml.Unmarshal([]byte(packaged(t, "compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	hub := newCommand(t, "--help")
	hub.Env = append(hub.Env, beTheProgram+"=hub")
	for service, program := range map[string]*exec.Cmd{"host": newCommand(t, "host", "--help"), "door": newCommand(t, "door", "--help"), "hub": hub} {
		unit := "systemd/dogfight-" + service + ".service"
		flags := compose.Services[service].Command
		if service == "host" {
			unit = "systemd/dogfight.service"
		} else {
			flags = append(flags, regexp.MustCompile(`--[a-z-]+`).FindAllString(packaged(t, "default/dogfight-"+service), -1)...)
		}
		_, line, _ := strings.Cut(packaged(t, unit), "\nExecStart=")
		line, _, _ = strings.Cut(line, "\n")
		code, help, _ := runOf(t, program)
		if code != exitOK {
			t.Fatalf("--help of the %s exits with %d", service, code)
		}
		for _, word := range append(flags, strings.Fields(line)[1:]...) {
			if strings.HasPrefix(word, "--") && !regexp.MustCompile(regexp.QuoteMeta(word)+`\b`).MatchString(help) {
				t.Errorf("the %s has no flag %s", service, word)
			}
		}
	}
	for _, s := range compose.Services {
		for _, v := range s.Volumes {
			if file, _, _ := strings.Cut(v, ":"); strings.HasPrefix(file, "./") {
				if _, err := os.Stat(filepath.Join(packaging, file)); err != nil {
					t.Errorf("compose.yaml: %v", err)
				}
			}
		}
	}
}
