// Package rapidtest makes random checks repeatable. A test package that uses pgregory.net/rapid imports it for its effect:
//
//	import _ "dogfight/testkit"
//
// go test then tries the same 25 examples of each property in every run, so a change fails for what it changed and not for the luck of
// the draw. .ci/soak looks for new examples with -rapid.seed=0 (another seed each time) and -rapid.checks=100.
package testkit

import (
	"flag"

	_ "pgregory.net/rapid" // declares the flags
)

func init() {
	flag.Set("rapid.seed", "1")
	flag.Set("rapid.checks", "25")
}
