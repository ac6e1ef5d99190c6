package game

// Item is a power-up or an orb that can be picked up.
type Item struct {
	Kind  ItemKind
	X, Y  int32
	Timer uint16 // an empty pad: until the next appears; a drop: until it is gone
}

// ItemKind says what an Item is. 0 to 3 are the Dogfight protocol's numbers.
type ItemKind uint8

// The items.
const (
	NoItem      ItemKind = 0
	HPPlusOne   ItemKind = 1
	HPPlusThree ItemKind = 2
	AmmoPlusOne ItemKind = 3
	ShieldItem  ItemKind = 4
	Overdrive   ItemKind = 5
	Orb         ItemKind = 6
)

// ItemKinds is the number of kinds, NoItem among them.
const ItemKinds = 7
