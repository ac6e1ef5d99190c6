package command

import "testing"

func TestALineOfATableIsWrappedIntoItsLastColumn(t *testing.T) {
	const text = "one two three four\n  cast    a recording of the terminal\n  a line that is no table\n"
	if got, want := Wrap(text, 20), "one two three four\n  cast    a\n          recording\n          of the\n          terminal\n  a line that is no\n  table\n"; got != want {
		t.Errorf("expected\n%s, found\n%s", want, got)
	}
}
