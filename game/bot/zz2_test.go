package bot_test

import (
	"fmt"
	"testing"
)

func TestClassSweep(t *testing.T) {
	s := setup(t, "duel")
	fmt.Println(league(s, 3, 100, func(i int) ship { return ship{class: uint8(i)} }))
	fmt.Println(league(s, 4, 60, func(i int) ship { return ship{weapon: uint8(i)} }))
}
