package records

import "testing"

func TestWhatTheTablesNeverTakeIsToldFromWhatTheyCannotTakeNow(t *testing.T) {
	onBoth(t, func(t *testing.T, d *DB) {
		d.Exec(`CREATE TABLE held (n INTEGER NOT NULL CHECK (n < 5), m INTEGER UNIQUE)`)
		for change, want := range map[string]bool{
			`INSERT INTO held VALUES (7, 1)`:         true,
			`INSERT INTO held VALUES (NULL, 1)`:      true,
			`INSERT INTO held VALUES (1, 2)`:         false,
			`INSERT INTO held VALUES (1, 2), (1, 2)`: false, // is there already
			`INSERT INTO away VALUES (1)`:            false,
		} {
			if _, err := d.Exec(change); BreaksRule(err) != want {
				t.Errorf("%s: %v", change, err)
			}
		}
	})
	for code, want := range map[state]bool{"22003": true, "22021": true, "23505": false, "23503": false, "25006": false, "53100": false, "57P03": false} {
		if BreaksRule(code) != want {
			t.Errorf("%s is another's fault: %v", code, want)
		}
	}
}
