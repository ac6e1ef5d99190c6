package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// maxExposed is the limit of a unit by systemd's own count, from 0 to 10; a service without limits has 9.6. Ours count as exposed because
// they use the Internet.
const maxExposed = 1.5

var exposure = regexp.MustCompile(`Overall exposure level for \S+: ([0-9.]+)`)

func TestSystemdVerifiesTheUnits(t *testing.T) {
	t.Parallel()
	root := machine(t)
	units := unitNames(t, "*.service", "*.socket")
	said, err := exec.Command("systemd-analyze", append([]string{"verify", "--man=no", "--root=" + root}, units...)...).CombinedOutput()
	if err != nil || len(said) > 0 {
		t.Errorf("%v\n%s", err, said)
	}
}

func TestAUnitWithAnUnknownLineIsFound(t *testing.T) {
	t.Parallel()
	root := machine(t)
	file := filepath.Join(root, "usr/lib/systemd/system/dogfight.service")
	unit := strings.Replace(read(t, file), "\nWatchdogSec=", "\nWatchdogSeconds=", 1)
	if err := os.WriteFile(file, []byte(unit), 0o600); err != nil {
		t.Fatal(err)
	}
	said, _ := exec.Command("systemd-analyze", "verify", "--man=no", "--root="+root, "dogfight.service").CombinedOutput()
	if !strings.Contains(string(said), "WatchdogSeconds") {
		t.Errorf("systemd reports %q of an unknown line", said)
	}
}

func TestServicesHaveFewPermissions(t *testing.T) {
	t.Parallel()
	root := machine(t)
	for _, unit := range unitNames(t, "*.service") {
		said, _ := exec.Command("systemd-analyze", "security", "--offline=true", "--root="+root, unit).CombinedOutput()
		found := exposure.FindStringSubmatch(string(said))
		if found == nil {
			t.Errorf("%s: %s", unit, said)
			continue
		}
		level, err := strconv.ParseFloat(found[1], 64)
		if t.Logf("%s: exposure %s of 10", unit, found[1]); err != nil || level > maxExposed {
			t.Errorf("%s: must be at most %v, got %s:\n%s", unit, maxExposed, found[1], said)
		}
	}
}

func TestTheFlagsOfAServiceAreInItsDefaultsFile(t *testing.T) {
	t.Parallel()
	for service, variable := range map[string]string{"dogfight-hub": "HUB_FLAGS", "dogfight-door": "DOOR_FLAGS", "dogfight-relay": "RELAY_FLAGS"} {
		unit := read(t, filepath.Join("packaging/systemd", service+".service"))
		for _, want := range []string{"\nEnvironmentFile=-/etc/default/" + service + "\n", " $" + variable + "\n"} {
			if !strings.Contains(unit, want) {
				t.Errorf("%s.service has no %q", service, want)
			}
		}
		if defaults := read(t, filepath.Join("packaging/default", service)); !strings.Contains(defaults, "\n"+variable+"=\"") {
			t.Errorf("default/%s does not set %s", service, variable)
		}
	}
}

func TestEachSocketHasItsName(t *testing.T) {
	t.Parallel()
	names := map[string]string{
		"dogfight.socket": "native", "dogfight-udp.socket": "native-udp", "dogfight-ssh.socket": "ssh", "dogfight-web.socket": "web",
	}
	for _, unit := range unitNames(t, "*.socket") {
		text := read(t, filepath.Join("packaging/systemd", unit))
		for _, line := range []string{"FileDescriptorName=" + names[unit], "Service=dogfight.service"} {
			if !strings.Contains(text, "\n"+line+"\n") {
				t.Errorf("%s: has no line %q", unit, line)
			}
		}
		delete(names, unit)
	}
	if len(names) > 0 {
		t.Errorf("there are no units %v", names)
	}
}

var figure = regexp.MustCompile(`\b(dogfight|process|go)_[a-z0-9_]+`)

func TestPanelsOfTheBoard(t *testing.T) {
	type place struct{ X, Y, W, H int }
	var board struct {
		UID    string
		Panels []struct {
			Title, Type string
			GridPos     place
			Datasource  struct{ UID string }
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "packaging/grafana/dashboards/dogfight.json")), &board); err != nil {
		t.Fatal(err)
	}
	source := read(t, "packaging/grafana/provisioning/datasources/prometheus.yaml")
	for i, p := range board.Panels {
		if p.Type != "row" && (len(p.Targets) == 0 || !figure.MatchString(p.Targets[0].Expr)) {
			t.Errorf("%s: shows nothing", p.Title)
		}
		if p.Type != "row" && !strings.Contains(source, "uid: "+p.Datasource.UID+",") {
			t.Errorf("%s: there is no data source %q", p.Title, p.Datasource.UID)
		}
		for _, q := range board.Panels[:i] {
			a, b := p.GridPos, q.GridPos
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H || a.X+a.W > 24 {
				t.Errorf("%s lies over %s", p.Title, q.Title)
			}
		}
	}
}

// machine returns a folder that systemd-analyze takes for a machine with the package installed.
func machine(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("not tried: systemd-analyze is missing (Debian package systemd)")
	}
	root := t.TempDir()
	units := filepath.Join(root, "usr/lib/systemd/system")
	targets, _ := filepath.Glob("/usr/lib/systemd/system/*.target")
	slices, _ := filepath.Glob("/usr/lib/systemd/system/*.slice")
	ours, _ := filepath.Glob("packaging/systemd/dogfight*")
	for _, file := range append(append(targets, slices...), ours...) {
		write(t, filepath.Join(units, filepath.Base(file)), read(t, file), 0o644)
	}
	for _, program := range []string{"usr/bin/dogfight", "usr/bin/dogfight-hub", "bin/kill"} {
		write(t, filepath.Join(root, program), "#!/bin/sh\n", 0o755)
	}
	return root
}

func unitNames(t *testing.T, patterns ...string) (names []string) {
	t.Helper()
	for _, p := range patterns {
		files, _ := filepath.Glob(filepath.Join("packaging/systemd", p))
		for _, file := range files {
			names = append(names, filepath.Base(file))
		}
	}
	if len(names) == 0 {
		t.Fatalf("there are no units %v", patterns)
	}
	return names
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t *testing.T, file, text string, mode os.FileMode) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file, []byte(text), mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}
