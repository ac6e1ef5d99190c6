package foreign

import "flag"

var long = flag.Bool("long", false, "play on real sockets for a minute, not a second, and be flooded for ten seconds, not three")
