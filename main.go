// Dogfight: spaceships fight in a terminal.
package main

import "dogfight/internal/cli"

func main() { cli.Main() }
