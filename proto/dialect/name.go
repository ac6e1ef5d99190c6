package dialect

import (
	"errors"

	"dogfight/proto"
)

// NameOf returns the name that a player gives. It is "", for one made of the dialect's name and a number, where no match
// would have the name because it reads as something else: the dialects have no words to say why, and programs that
// cannot ask their users. The error is for text that is not legible.
func NameOf(text string) (string, error) {
	name, err := proto.CleanName(text)
	if reserved := (*proto.ReservedError)(nil); errors.As(err, &reserved) {
		return "", nil
	}
	return name, err
}
