//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"dogfight/testkit"
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

func TestTheBoardAndTheAlertsUseMetricsThatAHostHas(t *testing.T) {
	t.Parallel()
	h := startHeadless(t, "--lan=false", "--fleet", "nats://127.0.0.1:1", "--ops", "127.0.0.1:0", "--admin", filepath.Join(testkit.Home(t), "admin"))
	has := map[string]bool{}
	h.until("it counts ticks", func(f figures) bool {
		for name := range f {
			name, _, _ = strings.Cut(name, "{")
			has[name] = true
		}
		return has["dogfight_tick_seconds_bucket"]
	})
	for _, file := range []string{"grafana/dashboards/dogfight.json", "prometheus/alerts.yml"} {
		asked := regexp.MustCompile(`\bdogfight_[a-z0-9_]+`).FindAllString(packaged(t, file), -1)
		slices.Sort(asked)
		if asked = slices.Compact(asked); len(asked) < 5 {
			t.Errorf("%s asks for %v only", file, asked)
		}
		for _, name := range asked {
			if !has[name] {
				t.Errorf("%s asks for %s, which a host does not have", file, name)
			}
		}
	}
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
