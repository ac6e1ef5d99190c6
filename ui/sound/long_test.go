package sound

import "flag"

// Long is also for the external tests.
var Long = flag.Bool("long", false, "search all events of a fight at other times too instead of a sixth of them, and compare effects at every second shift")
