import assert from 'node:assert/strict';
import test from 'node:test';

import { Cues, cueOf } from './cues.js';
import { bent, brightness } from './sound_mixer.js';
import { decode } from './sound_samples.js';
import { Voices } from './sound_voices.js';

test('a cue is read as the host tells it, and what it leaves out is as usual', () => {
  assert.deepEqual(cueOf(['cannon', 37, -52, 40, 96]), { effect: 'cannon', gain: 0.37, pan: -0.52, dull: 0.4, pitch: 0.96 });
  assert.deepEqual(cueOf(['hurt']), { effect: 'hurt', gain: 1, pan: 0, dull: 0, pitch: 1 });
  assert.deepEqual(cueOf(['hurt', 1e9, -1e9, -1, 0]), { effect: 'hurt', gain: 1, pan: -1, dull: 0, pitch: 0.5 });
  for (const rubbish of [null, 1, 'hurt', [], [1], ['hurt', 'loud'], ['hurt', {}], {}]) assert.equal(cueOf(rubbish), null);
});

/** A session as connect.js has it, of which nothing goes out. */
class Session {
  state = 'connecting';
  sent = [];
  #listeners = {};
  on(name, listener) {
    (this.#listeners[name] ??= []).push(listener);
  }
  send(message) {
    this.sent.push(message);
  }
  hears(name, value) {
    this.#listeners[name].forEach((listener) => listener(value));
  }
  welcomes() {
    this.hears('welcome', {});
    this.state = 'playing';
  }
}

test('the host is told what is wished once it has said welcome, and after each welcome anew', () => {
  const session = new Session();
  const cues = new Cues(session);
  cues.want(true);
  assert.deepEqual(session.sent, [], 'before the hello nothing else may be said');
  session.welcomes();
  session.welcomes();
  assert.deepEqual(session.sent, [{ sound: true }, { sound: true }]);
});

test('the host is told once when cues are wanted, and when no longer', () => {
  const session = new Session();
  const cues = new Cues(session);
  session.welcomes();
  for (const on of [false, true, true, false, false]) cues.want(on);
  assert.deepEqual(session.sent, [{ sound: true }, { sound: false }]);
});

test('cues and the volume are passed on, and rubbish is not', () => {
  const session = new Session();
  const cues = new Cues(session), told = [];
  cues.addEventListener('cue', (e) => told.push(e.detail.effect));
  cues.addEventListener('volume', (e) => told.push(e.detail));
  session.hears('cues', [['hurt'], [], ['struck', 50]]);
  session.hears('cues', 'hurt');
  session.hears('volume', 70);
  session.hears('volume', {});
  assert.deepEqual(told, ['hurt', 'struck', 70, 0]);
});

// As TestPackedSamplesAreDecodedAlikeEverywhere in ui/sound has it.
test('samples are decoded as the host encodes them', () => {
  const packed = Uint8Array.from({ length: 64 }, (_, i) => (i * 37 + (i >> 3)) & 255);
  const samples = decode(packed, 1, 120);
  const sum = samples.reduce((sum, sample, i) => sum + Math.round(sample * 32767) * (i + 1), 0);
  assert.equal(samples.length, 120);
  assert.equal(sum, -1096326);
});

const list = {
  rate: 22050,
  mix: { voices: 6, ducked: 0.5, crowdAt: 3, crowding: 0.14, ceiling: 0.85, dullest: 0.13 },
  effects: {
    cannon: { voices: 5, rank: 0 }, boom: { voices: 5, rank: 0 }, struck: { voices: 3, rank: 1 }, hurt: { voices: 3, rank: 2 },
  },
};

/** Begins many, each a second long, and returns who gave way to the last. */
function begin(voices, ...names) {
  let last;
  names.forEach((name, i) => { last = voices.begin(name, i / 1000, 1); });
  return last;
}

test('of too many of an effect the oldest gives way', () => {
  const voices = new Voices(list);
  const { voice, gone } = begin(voices, 'struck', 'struck', 'struck', 'struck');
  assert.equal(gone.number, 1);
  assert.equal(voice.number, 4);
  assert.equal(voices.count, 3);
});

test('where there is no room what matters less gives way, and what matters less than all is not heard', () => {
  const voices = new Voices(list);
  const { gone } = begin(voices, 'hurt', 'struck', 'cannon', 'struck', 'struck', 'cannon', 'hurt');
  assert.equal(gone.number, 3);
  assert.equal(voices.begin('boom', 0.01, 1).gone.number, 6);
  assert.equal(begin(voices, 'hurt').gone.number, 8, 'no shot is left');
  assert.deepEqual(voices.begin('cannon', 0.01, 1), { voice: null, gone: null });
  assert.deepEqual(voices.begin('unknown', 0.01, 1), { voice: null, gone: null });
});

test('those that are over leave room', () => {
  const voices = new Voices(list);
  begin(voices, 'struck', 'struck', 'struck');
  assert.equal(voices.begin('struck', 1.5, 1).gone, null);
  assert.equal(voices.count, 1);
});

test('what is around is lowered where it is much, and by what must be heard', () => {
  const voices = new Voices(list);
  begin(voices, 'cannon', 'cannon', 'cannon');
  assert.equal(voices.left, 1);
  begin(voices, 'cannon', 'cannon');
  assert.ok(Math.abs(voices.left - 1 / 1.28) < 1e-9);
  begin(voices, 'hurt');
  assert.ok(Math.abs(voices.left - 0.5 / 1.28) < 1e-9);
});

test('a filter sounds as dull at any rate', () => {
  assert.equal(brightness(0, list, 48000), 1);
  assert.ok(Math.abs(brightness(1, list, list.rate) - 0.13) < 1e-9);
  const left = (rate) => (1 - brightness(0.5, list, rate)) ** (rate / 1000); // of what was, after a millisecond
  assert.ok(Math.abs(left(48000) / left(list.rate) - 1) < 1e-6);
});

test('what is too loud is bent and not cut off', () => {
  const curve = bent(0.85), at = (value) => curve[Math.round((value + 1) * (curve.length - 1) / 2)];
  assert.equal(at(0), 0);
  assert.equal(at(0.5), 0.5);
  assert.ok(Math.abs(at(1) - 0.925) < 1e-6);
  assert.equal(at(-1), -at(1));
  assert.ok(curve.every((value, i) => i === 0 || value > curve[i - 1]));
});
