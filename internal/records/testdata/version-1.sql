-- Records as version 1 of the file had them, of five matches against bots that were played. Dumped from a file of that version.
PRAGMA application_id = 0x646f6766;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
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
INSERT INTO "flights" VALUES(1,NULL,'Parsec',2,'fighter','rail',0,0,0,0,0,4,1,0,19983);
INSERT INTO "flights" VALUES(1,NULL,'Kingpin',2,'bomber','mines',0,0,0,0,0,0,0,0,19983);
INSERT INTO "flights" VALUES(1,NULL,'Blackbox',2,'bomber','cannon',0,10,1,0,0,64,3,1,19983);
INSERT INTO "flights" VALUES(1,NULL,'Eclipse',2,'fighter','rail',0,0,0,0,0,6,1,0,19983);
INSERT INTO "flights" VALUES(1,NULL,'Pogo',2,'fighter','rail',0,1,0,0,0,7,2,0,19983);
INSERT INTO "flights" VALUES(1,1,'Nova',0,'scout','spread',0,0,0,1,0,3,0,0,19933);
INSERT INTO "flights" VALUES(2,NULL,'Parsec',2,'fighter','rail',0,0,0,0,0,4,0,0,18216);
INSERT INTO "flights" VALUES(2,NULL,'Kingpin',2,'bomber','mines',0,0,0,0,0,0,0,0,18216);
INSERT INTO "flights" VALUES(2,NULL,'Blackbox',2,'bomber','cannon',0,0,0,0,0,27,3,0,18216);
INSERT INTO "flights" VALUES(2,NULL,'Eclipse',2,'fighter','rail',0,10,1,0,0,2,1,0,18216);
INSERT INTO "flights" VALUES(2,NULL,'Pogo',2,'fighter','rail',0,0,0,0,0,4,0,0,18216);
INSERT INTO "flights" VALUES(2,1,'Nova',0,'scout','spread',0,0,0,1,0,0,0,0,18216);
INSERT INTO "flights" VALUES(3,NULL,'Mongoose',1,'scout','mines',1,0,0,1,0,0,0,0,19983);
INSERT INTO "flights" VALUES(3,NULL,'Jetlag',1,'bomber','mines',2,0,0,0,0,0,0,1,19983);
INSERT INTO "flights" VALUES(3,NULL,'Nosedive',1,'scout','mines',1,0,0,0,0,0,0,0,19983);
INSERT INTO "flights" VALUES(3,NULL,'Marmalade',1,'fighter','rail',2,10,1,0,0,4,1,1,19983);
INSERT INTO "flights" VALUES(3,NULL,'Skylark',1,'scout','rail',1,0,0,0,0,0,0,0,19983);
INSERT INTO "flights" VALUES(3,NULL,'Pinball',1,'bomber','rail',2,0,0,0,0,4,0,1,19983);
INSERT INTO "flights" VALUES(3,NULL,'Big-Dipper',1,'fighter','rail',1,0,0,0,0,1,0,0,19983);
INSERT INTO "flights" VALUES(3,1,'Nova',0,'fighter','cannon',2,0,0,0,0,0,0,1,19883);
INSERT INTO "flights" VALUES(4,NULL,'Mongoose',1,'scout','mines',1,0,0,0,0,0,0,0,5350);
INSERT INTO "flights" VALUES(4,NULL,'Jetlag',1,'bomber','mines',2,0,0,0,0,0,0,0,5350);
INSERT INTO "flights" VALUES(4,NULL,'Nosedive',1,'scout','mines',1,0,0,0,0,0,0,0,5350);
INSERT INTO "flights" VALUES(4,NULL,'Marmalade',1,'fighter','rail',2,0,0,0,0,1,0,0,5350);
INSERT INTO "flights" VALUES(4,NULL,'Skylark',1,'scout','rail',1,0,0,0,0,0,0,0,5350);
INSERT INTO "flights" VALUES(4,NULL,'Pinball',1,'bomber','rail',2,0,0,0,0,0,0,0,5350);
INSERT INTO "flights" VALUES(4,NULL,'Big-Dipper',1,'fighter','rail',1,0,0,0,0,0,0,0,5350);
INSERT INTO "flights" VALUES(4,1,'Nova',0,'fighter','cannon',2,0,0,0,0,0,0,0,5350);
INSERT INTO "flights" VALUES(5,NULL,'Umbra',1,'scout','rail',0,0,0,0,0,3,0,0,11166);
INSERT INTO "flights" VALUES(5,NULL,'Mayday',1,'scout','mines',0,0,0,0,0,0,0,0,11166);
INSERT INTO "flights" VALUES(5,NULL,'Vector',1,'scout','mines',0,0,0,0,0,0,0,0,11166);
INSERT INTO "flights" VALUES(5,1,'Nova',0,'fighter','cannon',0,0,0,0,0,0,0,0,11133);
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
INSERT INTO "matches" VALUES(1,1795415737,20000,'open','deathmatch',20000,0,1);
INSERT INTO "matches" VALUES(2,1795415767,18216,'belt','deathmatch',20000,0,0);
INSERT INTO "matches" VALUES(3,1795416100,20000,'open','teams',20000,0,1);
INSERT INTO "matches" VALUES(4,1795416131,5350,'open','teams',20000,0,0);
INSERT INTO "matches" VALUES(5,1795416171,11166,'duel','deathmatch',120000,0,0);
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
INSERT INTO "pilots" VALUES(1,'SHA256:oPs3y6ttOnBMl+EauYvvB+WngLttO70IWOQDbA5qu5U','Nova',1795416182,1.29483852877038907534e+03,1.20202577383510899266e+02,6.00046223718918442235e-02,5,1,0,2,0,3,0);
CREATE INDEX pilots_standing ON pilots (standing DESC);
CREATE INDEX flights_match ON flights (match);
CREATE INDEX flights_pilot ON flights (pilot);
COMMIT;
