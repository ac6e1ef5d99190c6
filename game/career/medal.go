package career

// Medal is something to be proud of in a match. What earns it follows from the Match alone.
type Medal struct {
	Name   string // in the records; never changed
	Title  string
	Rule   string // a few words
	earned func(m *Match) bool
}

// What the medals ask for.
const (
	sharpshooterShots   = 30
	sharpshooterPercent = 40
	untouchableKills    = 3
	untouchableSeconds  = 60
	comebackPoints      = 30
	topGunShips         = 6
)

// Medals are all that there are, in the order in which they are listed. A match that was left can
// earn those that do not ask for its end.
var Medals = [...]Medal{
	{"first-blood", "First blood", "the first kill of a match", func(m *Match) bool { return m.FirstBlood }},
	{"revenge", "Revenge", "destroyed your killer within 10 s", func(m *Match) bool { return m.Revenges > 0 }},
	{"streak-5", "Streak of five", "five kills without a death", func(m *Match) bool { return m.Streak >= 5 }},
	{"streak-10", "Streak of ten", "ten kills without a death", func(m *Match) bool { return m.Streak >= 10 }},
	{"sharpshooter", "Sharpshooter", "40% of 30 shots or more hit", (*Match).sharp},
	{"untouchable", "Untouchable", "three kills, no death to the end", (*Match).untouched},
	{"comeback", "Comeback", "won after 30 points behind", func(m *Match) bool { return m.Won && m.Behind >= comebackPoints }},
	{"top-gun", "Top gun", "won against five ships or more", func(m *Match) bool { return m.Won && m.Ships >= topGunShips }},
}

func (m *Match) sharp() bool {
	percent, _ := Accuracy(m.Hits, m.Shots)
	return m.Shots >= sharpshooterShots && percent >= sharpshooterPercent
}

func (m *Match) untouched() bool {
	return m.Finished && m.Deaths == 0 && m.Kills >= untouchableKills && m.Seconds >= untouchableSeconds
}

// Award notes the medals that the match has earned.
func (m *Match) Award() {
	m.Medals = nil
	for i := range Medals {
		if Medals[i].earned(m) {
			m.Medals = append(m.Medals, Medals[i].Name)
		}
	}
}

// MedalNamed returns the medal of that name, or nil: a later version may have more.
func MedalNamed(name string) *Medal {
	for i := range Medals {
		if Medals[i].Name == name {
			return &Medals[i]
		}
	}
	return nil
}

// Earned is a medal, and in how many matches it was earned.
type Earned struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Rule  string `json:"rule"`
	Times int    `json:"times"`
}

// Earn returns all medals, of which each was earned so many times.
func Earn(times map[string]int) (all []Earned) {
	for i := range Medals {
		m := &Medals[i]
		all = append(all, Earned{m.Name, m.Title, m.Rule, times[m.Name]})
	}
	return all
}
