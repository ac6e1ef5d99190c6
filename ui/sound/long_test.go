package sound

import "flag"

// Long is for the tests outside of the package too.
var Long = flag.Bool("long", false, "look for all events of a fight at other times too, not for a sixth of them, compare effects at every second shift, and measure how much of the processor mixing takes")
