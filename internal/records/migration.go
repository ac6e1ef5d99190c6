package records

import (
	"fmt"
)

// migrations lead from one version of the file to the next; the file's user_version
// counts those that it has behind it. Once published, none of them changes.
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

// applicationID marks the file as ours; it is "dogf".
const applicationID = 0x646f6766

// versionOf is under what name a database that is no file of ours keeps the version.
const versionOf = "records"

// version returns the version of the file, 0 if there is nothing in it yet. There
// is an error if the file is not for us.
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

// migrate brings the file to this version, all the way or not at all.
func (s *Store) migrate() error {
	if s.db.Dialect() != sqLite {
		return s.db.Migrate(versionOf, migrations)
	}
	return s.db.Change(func(tx *Tx) error {
		var version int
		// Read anew: another program may have been quicker.
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
