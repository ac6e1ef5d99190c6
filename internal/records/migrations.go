package records

import "fmt"

// migrations lead from one version of the file to the next; the file's user_version counts the applied ones. A published migration never
// changes.
var migrations = []Migration{
	{Schema: `CREATE TABLE pilots (
		id         INTEGER PRIMARY KEY,
		identity   TEXT NOT NULL UNIQUE,
		name       TEXT NOT NULL, -- the last that he flew under
		seen       INTEGER NOT NULL, -- when, in seconds since 1970
		rating     REAL NOT NULL, -- Glicko-2, on Glicko's scale
		deviation  REAL NOT NULL,
		volatility REAL NOT NULL,
		standing   REAL NOT NULL GENERATED ALWAYS AS (rating - 2 * deviation) STORED,
		matches    INTEGER NOT NULL DEFAULT 0, -- from here on the sums of his flights
		wins       INTEGER NOT NULL DEFAULT 0,
		kills      INTEGER NOT NULL DEFAULT 0,
		deaths     INTEGER NOT NULL DEFAULT 0,
		assists    INTEGER NOT NULL DEFAULT 0,
		shots      INTEGER NOT NULL DEFAULT 0,
		hits       INTEGER NOT NULL DEFAULT 0
	) STRICT;
	CREATE INDEX pilots_standing ON pilots (standing DESC);
	CREATE TABLE matches (
		id          INTEGER PRIMARY KEY,
		started     INTEGER NOT NULL, -- in seconds since 1970
		lasted      INTEGER NOT NULL, -- in ms, like the limit
		arena       TEXT NOT NULL,
		mode        TEXT NOT NULL,
		time_limit  INTEGER NOT NULL, -- 0: none
		score_limit INTEGER NOT NULL, -- 0: none
		finished    INTEGER NOT NULL  -- 0: the host closed in the middle of it
	) STRICT;
	CREATE TABLE flights (
		match   INTEGER NOT NULL REFERENCES matches,
		pilot   INTEGER REFERENCES pilots, -- NULL: a bot, or nobody knows who
		name    TEXT NOT NULL,
		skill   INTEGER NOT NULL, -- of a bot, 1 to 5; 0: a person
		class   TEXT NOT NULL,
		weapon  TEXT NOT NULL,
		team    INTEGER NOT NULL, -- 0: none
		score   INTEGER NOT NULL,
		kills   INTEGER NOT NULL,
		deaths  INTEGER NOT NULL,
		assists INTEGER NOT NULL,
		shots   INTEGER NOT NULL,
		hits    INTEGER NOT NULL,
		won     INTEGER NOT NULL,
		flown   INTEGER NOT NULL -- in ms
	) STRICT;
	CREATE INDEX flights_match ON flights (match);
	CREATE INDEX flights_pilot ON flights (pilot);`},
	{Schema: addCareers, Old: fillCareers},
	{Schema: addDailies},
	{Schema: addLaps},
	{Schema: addWaves},
	{Schema: addReplays},
}

// applicationID marks the file as Dogfight's; it reads "dogf".
const applicationID = 0x646f6766

// versionOf is the part of Migrate and Version in PostgreSQL.
const versionOf = "records"

// version returns the version of the file, 0 if it is empty. It fails for files of other programs and later versions.
func (s *Store) version() (version int, err error) {
	if s.db.Dialect() != sqLite {
		return s.db.Version(versionOf)
	}
	var owner, tables int
	err = s.db.QueryRow(`SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&owner, &version, &tables)
	switch {
	case err != nil:
	case owner != applicationID && (owner != 0 || version != 0 || tables != 0):
		err = errForeign
	case version > len(migrations):
		err = fmt.Errorf("is from a later version of the game: version must be %d at most, got %d", len(migrations), version)
	}
	return version, err
}

// migrate applies the missing migrations in one transaction.
func (s *Store) migrate() error {
	if s.db.Dialect() != sqLite {
		return s.db.Migrate(versionOf, migrations)
	}
	return s.db.Change(func(tx *Tx) error {
		var version int
		// another program may have migrated the file
		if err := tx.QueryRow(`PRAGMA user_version`).Scan(&version); err != nil {
			return err
		}
		if version >= len(migrations) {
			return nil
		}
		for _, migration := range migrations[version:] {
			if _, err := tx.Exec(migration.In(sqLite)); err != nil {
				return err
			}
		}
		_, err := tx.Exec(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, len(migrations)))
		return err
	})
}

// addCareers stores a line for each player and match, in the order of reading. It changes no earlier table and derives careers from them: the
// places, damage, streaks and ratings of these matches are unknown, and everything counts for the class and weapon of the last ship.
const addCareers = `CREATE TABLE careers (
		pilot       INTEGER NOT NULL REFERENCES pilots,
		number      INTEGER NOT NULL, -- of the pilot's matches, from 1
		started     INTEGER NOT NULL, -- in seconds since 1970
		lasted      INTEGER NOT NULL, -- in ms, like flown
		arena       TEXT NOT NULL,
		mode        TEXT NOT NULL,
		host        TEXT NOT NULL DEFAULT '', -- where it was played; '': on this machine
		event       TEXT NOT NULL DEFAULT '', -- what it was part of
		finished    INTEGER NOT NULL,
		won         INTEGER NOT NULL,
		wins        INTEGER NOT NULL, -- in a row, with this
		people      INTEGER NOT NULL,
		bots        INTEGER NOT NULL,
		skill       REAL NOT NULL, -- of the bots, on average
		place       INTEGER NOT NULL DEFAULT 0, -- 0: not known, or left before the end
		ships       INTEGER NOT NULL DEFAULT 0,
		class       TEXT NOT NULL,
		weapon      TEXT NOT NULL,
		flown       INTEGER NOT NULL,
		score       INTEGER NOT NULL,
		kills       INTEGER NOT NULL,
		deaths      INTEGER NOT NULL,
		assists     INTEGER NOT NULL,
		shots       INTEGER NOT NULL,
		hits        INTEGER NOT NULL,
		damage      INTEGER NOT NULL DEFAULT 0,
		taken       INTEGER NOT NULL DEFAULT 0,
		streak      INTEGER NOT NULL DEFAULT 0,
		items       INTEGER NOT NULL DEFAULT 0,
		barrels     INTEGER NOT NULL DEFAULT 0,
		crashes     INTEGER NOT NULL DEFAULT 0,
		revenges    INTEGER NOT NULL DEFAULT 0,
		first_blood INTEGER NOT NULL DEFAULT 0,
		behind      INTEGER NOT NULL DEFAULT 0, -- points, at most
		medals      TEXT NOT NULL DEFAULT '', -- their names, with a blank between two
		rating      REAL, -- after it; NULL: it was not rated, or not known
		deviation   REAL,
		PRIMARY KEY (pilot, number)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE arms (
		pilot  INTEGER NOT NULL,
		number INTEGER NOT NULL, -- of the match
		kind   TEXT NOT NULL, -- class or weapon
		name   TEXT NOT NULL,
		shots  INTEGER NOT NULL,
		hits   INTEGER NOT NULL,
		kills  INTEGER NOT NULL,
		deaths INTEGER NOT NULL,
		damage INTEGER NOT NULL,
		flown  INTEGER NOT NULL,
		PRIMARY KEY (pilot, number, kind, name),
		FOREIGN KEY (pilot, number) REFERENCES careers
	) STRICT, WITHOUT ROWID;
	CREATE TABLE career_sums ( -- of careers
		pilot   INTEGER PRIMARY KEY REFERENCES pilots,
		matches INTEGER NOT NULL,
		won     INTEGER NOT NULL,
		wins    INTEGER NOT NULL, -- in a row, at most
		flown   INTEGER NOT NULL,
		kills   INTEGER NOT NULL,
		deaths  INTEGER NOT NULL,
		assists INTEGER NOT NULL,
		shots   INTEGER NOT NULL,
		hits    INTEGER NOT NULL,
		damage  INTEGER NOT NULL,
		taken   INTEGER NOT NULL,
		items   INTEGER NOT NULL,
		streak  INTEGER NOT NULL, -- at most
		rating  REAL NOT NULL -- at most; 0: none
	) STRICT;
	CREATE TRIGGER careers_sum AFTER INSERT ON careers BEGIN
		INSERT INTO career_sums VALUES (new.pilot, 1, new.won, new.wins, new.flown, new.kills, new.deaths, new.assists,
			new.shots, new.hits, new.damage, new.taken, new.items, new.streak, coalesce(new.rating, 0))
		ON CONFLICT DO UPDATE SET matches = matches + 1, won = won + excluded.won, wins = max(wins, excluded.wins),
			flown = flown + excluded.flown, kills = kills + excluded.kills, deaths = deaths + excluded.deaths,
			assists = assists + excluded.assists, shots = shots + excluded.shots, hits = hits + excluded.hits,
			damage = damage + excluded.damage, taken = taken + excluded.taken, items = items + excluded.items,
			streak = max(streak, excluded.streak), rating = max(rating, excluded.rating);
	END;
	CREATE TABLE arm_sums ( -- of arms
		pilot   INTEGER NOT NULL REFERENCES pilots,
		kind    TEXT NOT NULL,
		name    TEXT NOT NULL,
		matches INTEGER NOT NULL,
		shots   INTEGER NOT NULL,
		hits    INTEGER NOT NULL,
		kills   INTEGER NOT NULL,
		deaths  INTEGER NOT NULL,
		damage  INTEGER NOT NULL,
		flown   INTEGER NOT NULL,
		PRIMARY KEY (pilot, kind, name)
	) STRICT, WITHOUT ROWID;
	CREATE TRIGGER arms_sum AFTER INSERT ON arms BEGIN
		INSERT INTO arm_sums VALUES (new.pilot, new.kind, new.name, 1, new.shots, new.hits, new.kills, new.deaths, new.damage, new.flown)
		ON CONFLICT DO UPDATE SET matches = matches + 1, shots = shots + excluded.shots, hits = hits + excluded.hits,
			kills = kills + excluded.kills, deaths = deaths + excluded.deaths, damage = damage + excluded.damage,
			flown = flown + excluded.flown;
	END;
	CREATE TABLE medals (
		pilot INTEGER NOT NULL REFERENCES pilots,
		medal TEXT NOT NULL,
		times INTEGER NOT NULL,
		PRIMARY KEY (pilot, medal)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE rivals (
		pilot  INTEGER NOT NULL REFERENCES pilots,
		kind   TEXT NOT NULL, -- key, bot, or name: nobody knows whose
		rival  TEXT NOT NULL, -- by key or by name
		name   TEXT NOT NULL, -- the last
		kills  INTEGER NOT NULL, -- how often they were destroyed
		deaths INTEGER NOT NULL, -- how often they destroyed the pilot
		met    INTEGER NOT NULL, -- when, in seconds since 1970
		PRIMARY KEY (pilot, kind, rival)
	) STRICT, WITHOUT ROWID;`

// fillCareers makes careers of the matches that were kept before.
const fillCareers = `
	WITH crews AS (
		SELECT match, count(DISTINCT CASE WHEN skill = 0 THEN coalesce('#' || pilot, name) END) AS people,
			count(nullif(skill, 0)) AS bots, coalesce(avg(nullif(skill, 0)), 0) AS skill
		FROM flights GROUP BY match
	), sums AS ( -- the plain columns are those of the flight with the highest score
		SELECT pilot, match, max(score) AS score, class, weapon, sum(won) > 0 AS won, sum(flown) AS flown, sum(kills) AS kills,
			sum(deaths) AS deaths, sum(assists) AS assists, sum(shots) AS shots, sum(hits) AS hits
		FROM flights WHERE pilot IS NOT NULL AND skill = 0 GROUP BY pilot, match
	), numbered AS (
		SELECT *, row_number() OVER (PARTITION BY pilot ORDER BY match) AS number FROM sums
	)
	INSERT INTO careers (pilot, number, started, lasted, arena, mode, finished, won, wins, people, bots, skill,
		class, weapon, flown, score, kills, deaths, assists, shots, hits)
	SELECT pilot, number, started, lasted, arena, mode, finished, won,
		number - max(CASE WHEN won THEN 0 ELSE number END) OVER (PARTITION BY pilot ORDER BY number),
		people, bots, crews.skill, class, weapon, flown, score, kills, deaths, assists, shots, hits
	FROM numbered JOIN matches ON matches.id = numbered.match JOIN crews ON crews.match = numbered.match;
	INSERT INTO arms SELECT pilot, number, 'class', class, shots, hits, kills, deaths, 0, flown FROM careers;
	INSERT INTO arms SELECT pilot, number, 'weapon', weapon, shots, hits, kills, deaths, 0, flown FROM careers;`

// addReplays adds the replay of a match and of a rated try at a daily challenge. From this version on, tapes (the proofs of laps) are replays;
// earlier ones stay.
const addReplays = `ALTER TABLE matches ADD COLUMN replay TEXT NOT NULL DEFAULT ''; -- the host's and the match's number, as in its head
	ALTER TABLE dailies ADD COLUMN replay BLOB; -- NULL: there is none`

// The first versions of the file with these tables and columns.
const (
	dailiesVersion = 3
	lapsVersion    = 4
	wavesVersion   = 5
	replaysVersion = 6
)

// addDailies stores tries at daily challenges. At most one a player and day is rated.
const addDailies = `CREATE TABLE dailies (
		id       INTEGER PRIMARY KEY,
		day      TEXT NOT NULL, -- as 2026-11-23, in UTC
		identity TEXT NOT NULL, -- '': a player without a key
		rated    INTEGER NOT NULL, -- 0: practice
		started  INTEGER NOT NULL, -- in seconds since 1970
		finished INTEGER NOT NULL DEFAULT 0, -- 0: it was left, and so are the numbers
		score    INTEGER NOT NULL DEFAULT 0,
		place    INTEGER NOT NULL DEFAULT 0, -- 0: not known
		ships    INTEGER NOT NULL DEFAULT 0,
		kills    INTEGER NOT NULL DEFAULT 0,
		deaths   INTEGER NOT NULL DEFAULT 0
	) STRICT;
	CREATE UNIQUE INDEX dailies_rated ON dailies (identity, day) WHERE rated;
	CREATE INDEX dailies_day ON dailies (identity, day);`

// addLaps stores the best lap of each player with a key on each course, and the recorded race that proves it.
const addLaps = `CREATE TABLE tapes (
		id   INTEGER PRIMARY KEY,
		tape BLOB NOT NULL -- a race, as proto.Tape has it
	) STRICT;
	CREATE TABLE laps (
		pilot  INTEGER NOT NULL REFERENCES pilots,
		course TEXT NOT NULL, -- an arena by what it is
		arena  TEXT NOT NULL, -- its name
		class  TEXT NOT NULL,
		took   INTEGER NOT NULL, -- in ticks, 60 to the second
		flown  INTEGER NOT NULL, -- when the race was over, in seconds since 1970
		slot   INTEGER NOT NULL, -- of the ship, in the race
		tape   INTEGER NOT NULL REFERENCES tapes,
		PRIMARY KEY (pilot, course)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX laps_arena ON laps (arena, took);
	CREATE INDEX laps_tape ON laps (tape);
	CREATE TRIGGER laps_better AFTER UPDATE OF tape ON laps BEGIN
		DELETE FROM tapes WHERE id = old.tape AND NOT EXISTS (SELECT 1 FROM laps WHERE tape = old.tape);
	END;`

// addWaves stores the highest wave of each player with a key in each campaign.
const addWaves = `CREATE TABLE waves (
		pilot    INTEGER NOT NULL REFERENCES pilots,
		campaign TEXT NOT NULL, -- its name
		wave     INTEGER NOT NULL,
		won      INTEGER NOT NULL, -- whether the last was repelled
		mates    INTEGER NOT NULL, -- that flew along, bots too
		flown    INTEGER NOT NULL, -- when the match was over, in seconds since 1970
		PRIMARY KEY (pilot, campaign)
	) STRICT, WITHOUT ROWID;`
