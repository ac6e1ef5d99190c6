-- Records as version 3 of the file had them, of two matches against bots that were played. Dumped from a file of that version.
PRAGMA application_id = 0x646f6766;
PRAGMA user_version = 3;
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
INSERT INTO pilots VALUES(1,'SHA256:uNKChra1Rp+cfRb21CQ3kVHPOpoI/sJgFQ1kb5QzsWI','Nova',1795437043,1304.2605097949935953,127.05034199097499935,0.059992397692893863203,2,0,0,0,0,0,0);
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
INSERT INTO matches VALUES(1,1795437013,10000,'open','deathmatch',10000,0,1);
INSERT INTO matches VALUES(2,1795437033,10000,'open','teams',10000,0,1);
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
INSERT INTO flights VALUES(1,NULL,'Magpie',2,'fighter','spread',0,0,0,0,0,15,0,0,9983);
INSERT INTO flights VALUES(1,NULL,'Redshift',2,'fighter','rail',0,0,0,0,0,3,1,0,9983);
INSERT INTO flights VALUES(1,NULL,'Vector',2,'scout','rail',0,0,0,0,0,4,0,0,9983);
INSERT INTO flights VALUES(1,NULL,'Pogo',2,'fighter','mines',0,0,0,0,0,0,0,0,9983);
INSERT INTO flights VALUES(1,NULL,'Dead-Stick',2,'bomber','rail',0,0,0,0,0,2,0,0,9983);
INSERT INTO flights VALUES(1,1,'Nova',0,'fighter','cannon',0,0,0,0,0,0,0,0,9716);
INSERT INTO flights VALUES(2,NULL,'Yo-Yo',2,'fighter','spread',1,0,0,0,0,0,0,0,9983);
INSERT INTO flights VALUES(2,NULL,'Mongoose',2,'fighter','cannon',2,0,0,0,0,7,2,0,9983);
INSERT INTO flights VALUES(2,NULL,'Juniper',2,'fighter','spread',1,0,0,0,0,3,1,0,9983);
INSERT INTO flights VALUES(2,NULL,'Downwash',2,'scout','cannon',2,0,0,0,0,9,0,0,9983);
INSERT INTO flights VALUES(2,NULL,'Orbit',2,'fighter','cannon',1,0,0,0,0,8,2,0,9983);
INSERT INTO flights VALUES(2,1,'Nova',0,'fighter','cannon',2,0,0,0,0,0,0,0,9800);
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
INSERT INTO careers VALUES(1,1,1795437013,10000,'open','deathmatch','','',1,0,0,1,5,2.0,1,6,'fighter','cannon',9717,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,'',1306.9989094340864994,162.49200819669832185);
INSERT INTO careers VALUES(1,2,1795437033,10000,'open','teams','','',1,0,0,1,5,2.0,1,6,'fighter','cannon',9800,0,0,0,0,0,0,0,2,0,0,0,0,0,0,0,'',1304.2605097949935953,127.05034199097499935);
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
INSERT INTO arms VALUES(1,1,'class','fighter',0,0,0,0,0,9717);
INSERT INTO arms VALUES(1,1,'weapon','cannon',0,0,0,0,0,9717);
INSERT INTO arms VALUES(1,2,'class','fighter',0,0,0,0,0,9800);
INSERT INTO arms VALUES(1,2,'weapon','cannon',0,0,0,0,0,9800);
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
INSERT INTO career_sums VALUES(1,2,0,0,19517,0,0,0,0,0,0,2,0,0,1306.9989094340864994);
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
INSERT INTO arm_sums VALUES(1,'class','fighter',2,0,0,0,0,0,19517);
INSERT INTO arm_sums VALUES(1,'weapon','cannon',2,0,0,0,0,0,19517);
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
COMMIT;
