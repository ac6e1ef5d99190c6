// Package testkit has test aids: waits, repeatable random checks, bad networks, a terminal, a browser's page, the original server, and
// PostgreSQL.
//
// A test package that uses pgregory.net/rapid imports it for its effect: go test then tries the same 25 examples of each property in every
// run, so that a failure is due to a change, not to chance. .ci/soak looks for new examples with -rapid.seed=0 (another seed each time) and
// -rapid.checks=100.
package testkit

import (
	"flag"

	_ "pgregory.net/rapid" // declares the flags
)

func init() {
	flag.Set("rapid.seed", "1")
	flag.Set("rapid.checks", "25")
}
