package packaging

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

var figure = regexp.MustCompile(`\bdogfight_[a-z0-9_]+`)

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
	if err := json.Unmarshal([]byte(read(t, "grafana/dashboards/dogfight.json")), &board); err != nil {
		t.Fatal(err)
	}
	source := read(t, "grafana/provisioning/datasources/prometheus.yaml")
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
