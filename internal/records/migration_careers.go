package records

// addCareers keeps for each player and match what careers are read from, in the order in which
// they are read. It changes none of the tables that were there, and makes careers of what they
// hold: places, damage, streaks and ratings of these matches are not known, and the class and
// weapon are those of the last ship, for all that was done in the match.
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
