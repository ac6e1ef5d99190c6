// The hub of a fleet of hosts.
package main

import "dogfight/internal/hub/cli"

func main() { cli.Main() }
