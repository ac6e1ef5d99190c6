package swarm

import (
	"encoding/json"
	"math"
	"strconv"
)

// figure is a number that may be unknown. Whatever is worked out from an unknown
// one is unknown too.
type figure float64

var unknown = figure(math.NaN())

// known returns v, or unknown for 0 where that stands for not measured.
func known(v float64) figure {
	if v == 0 {
		return unknown
	}
	return figure(v)
}

// MarshalJSON writes three digits after the point at most, and null for what is
// unknown.
func (f figure) MarshalJSON() ([]byte, error) {
	v := float64(f)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, math.Round(v*1000)/1000, 'f', -1, 64), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *figure) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*f = unknown
		return nil
	}
	return json.Unmarshal(b, (*float64)(f))
}
