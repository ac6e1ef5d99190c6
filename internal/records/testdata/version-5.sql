-- Records as version 5 of the file had them, of a race with a lap, whose tape is but its first bytes. Dumped from a file of that version.
PRAGMA application_id = 0x646f6766;
PRAGMA user_version = 5;
BEGIN TRANSACTION;
CREATE TABLE pilots (
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
INSERT INTO pilots VALUES(1,'SHA256:H1vZoNz7TvtlE6+ZFlAKxAy8RvjbgVPy5W43xnL8a7Q','Rex',1795453566,1500.0,350.0,0.059999999999999997779,1,0,0,0,0,0,0);
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
INSERT INTO matches VALUES(1,1795453550,15733,'course','race',540000,0,1);
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
INSERT INTO flights VALUES(1,1,'Rex',0,'fighter','cannon',0,933,0,0,0,0,0,0,15683);
CREATE TABLE careers (
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
INSERT INTO careers VALUES(1,1,1795453550,15733,'course','race','','',1,0,0,1,0,0.0,1,1,'fighter','cannon',15683,933,0,0,0,0,0,0,0,0,0,0,0,0,0,0,'',NULL,NULL);
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
INSERT INTO arms VALUES(1,1,'class','fighter',0,0,0,0,0,15683);
INSERT INTO arms VALUES(1,1,'weapon','cannon',0,0,0,0,0,15683);
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
INSERT INTO career_sums VALUES(1,1,0,0,15683,0,0,0,0,0,0,0,0,0,0.0);
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
INSERT INTO arm_sums VALUES(1,'class','fighter',1,0,0,0,0,0,15683);
INSERT INTO arm_sums VALUES(1,'weapon','cannon',1,0,0,0,0,0,15683);
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
	) STRICT, WITHOUT ROWID;
CREATE TABLE dailies (
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
CREATE TABLE tapes (
		id   INTEGER PRIMARY KEY,
		tape BLOB NOT NULL -- a race, as proto.Tape has it
	) STRICT;
INSERT INTO tapes VALUES(1,X'017cab691a00');
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
INSERT INTO laps VALUES(1,'b6716a3ad83f015e','course','fighter',220,1795453566,0,1);
CREATE TABLE waves (
		pilot    INTEGER NOT NULL REFERENCES pilots,
		campaign TEXT NOT NULL, -- its name
		wave     INTEGER NOT NULL,
		won      INTEGER NOT NULL, -- whether the last was repelled
		mates    INTEGER NOT NULL, -- that flew along, bots too
		flown    INTEGER NOT NULL, -- when the match was over, in seconds since 1970
		PRIMARY KEY (pilot, campaign)
	) STRICT, WITHOUT ROWID;
CREATE INDEX pilots_standing ON pilots (standing DESC);
CREATE INDEX flights_match ON flights (match);
CREATE INDEX flights_pilot ON flights (pilot);
CREATE TRIGGER careers_sum AFTER INSERT ON careers BEGIN
		INSERT INTO career_sums VALUES (new.pilot, 1, new.won, new.wins, new.flown, new.kills, new.deaths, new.assists,
			new.shots, new.hits, new.damage, new.taken, new.items, new.streak, coalesce(new.rating, 0))
		ON CONFLICT DO UPDATE SET matches = matches + 1, won = won + excluded.won, wins = max(wins, excluded.wins),
			flown = flown + excluded.flown, kills = kills + excluded.kills, deaths = deaths + excluded.deaths,
			assists = assists + excluded.assists, shots = shots + excluded.shots, hits = hits + excluded.hits,
			damage = damage + excluded.damage, taken = taken + excluded.taken, items = items + excluded.items,
			streak = max(streak, excluded.streak), rating = max(rating, excluded.rating);
	END;
CREATE TRIGGER arms_sum AFTER INSERT ON arms BEGIN
		INSERT INTO arm_sums VALUES (new.pilot, new.kind, new.name, 1, new.shots, new.hits, new.kills, new.deaths, new.damage, new.flown)
		ON CONFLICT DO UPDATE SET matches = matches + 1, shots = shots + excluded.shots, hits = hits + excluded.hits,
			kills = kills + excluded.kills, deaths = deaths + excluded.deaths, damage = damage + excluded.damage,
			flown = flown + excluded.flown;
	END;
CREATE UNIQUE INDEX dailies_rated ON dailies (identity, day) WHERE rated;
CREATE INDEX dailies_day ON dailies (identity, day);
CREATE INDEX laps_arena ON laps (arena, took);
CREATE INDEX laps_tape ON laps (tape);
CREATE TRIGGER laps_better AFTER UPDATE OF tape ON laps BEGIN
		DELETE FROM tapes WHERE id = old.tape AND NOT EXISTS (SELECT 1 FROM laps WHERE tape = old.tape);
	END;
COMMIT;
