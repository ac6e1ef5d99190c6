package carnage

// SpawnResponse answers a SpawnRequest.
type SpawnResponse struct {
	Status SpawnStatus
}

// SpawnStatus says what was wrong with a SpawnRequest.
type SpawnStatus uint8

// The statuses. Clients take any that is not Spawned for a refusal.
const (
	Spawned   SpawnStatus = 0
	BadName   SpawnStatus = 1
	BadWeapon SpawnStatus = 2
	BadClass  SpawnStatus = 3
)

// Type returns SpawnResponseType.
func (*SpawnResponse) Type() Type { return SpawnResponseType }

func (m *SpawnResponse) append(b []byte) []byte { return append(b, byte(m.Status)) }

func (m *SpawnResponse) parse(r *reader) { m.Status = SpawnStatus(r.U8("status")) }
