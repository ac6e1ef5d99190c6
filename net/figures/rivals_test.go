package figures

// rivals compares the ways in which games send a match. It was measured once, so it is a fixed part of FIGURES.md.
const rivals = `
## Other games' encodings of the same match

Measured on 2026-11-27, on a recorded minute of 64 bots, and not again since. A packet goes out 30 times a second and answers the newest
tick whose acknowledgement has come back; the round trip takes 100 ms, and either way loses 5 % of the packets. Bytes are those of the
message, without UDP and seal. Others send what a screen shows, in whole units; ours ends in the same World, bit for bit. Huffman tables
were trained on another match of the same kind.

| encoding | B a packet | largest, B | bits a ship | kbit/s | times ours |
|---|--:|--:|--:|--:|--:|
| seed: the full state, fixed and big-endian, of the first Dogfight | 6315.8 | 6377 | 789.47 | 1515.8 | 243.4 |
| JSON of that state | 8932.2 | 9687 | 1116.52 | 2143.7 | 344.3 |
| gob, a new stream for each message | 4359.5 | 4596 | 544.94 | 1046.3 | 168.0 |
| gob, one stream | 4019.5 | 4256 | 502.44 | 964.7 | 154.9 |
| protobuf, as a generated encoder would write it | 3844.0 | 4047 | 480.50 | 922.6 | 148.2 |
| Quake 3: changed fields against the acknowledged state, in bits | 317.8 | 458 | 39.72 | 76.3 | 12.2 |
| Quake 3, with Huffman | 300.6 | 440 | 37.58 | 72.2 | 11.6 |
| Teeworlds: differences from the acknowledged state, varints, Huffman | 260.0 | 432 | 32.49 | 62.4 | 10.0 |
| keyframe: the whole World, proto.AppendWorld | 1334.7 | 1428 | 166.83 | 320.3 | 51.4 |
| ours: orders since the acknowledged tick, proto.Orders | 25.9 | 41 | 3.24 | 6.2 | 1.0 |
`
