// What of the page's pad needs no browser. It lies beside the page's files when it runs.

import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.window = new EventTarget();
globalThis.document = Object.assign(new EventTarget(), { hidden: false });
globalThis.matchMedia = () => Object.assign(new EventTarget(), { matches: false });
const { courseOf, directionsOf, middle } = await import('./stick.js');
const { padOf } = await import('./pad.js');
const { readGamepad } = await import('./gamepad.js');
const { feel } = await import('./vibrate.js');

// Time passes when it is told to.
let now = 0, timers = [];
globalThis.setTimeout = (call, after) => {
  timers.push({ call, at: now + after });
  return timers.at(-1);
};
globalThis.clearTimeout = (timer) => { timers = timers.filter((other) => other !== timer); };
performance.now = () => now;
function pass(ms) {
  const end = now + ms;
  for (let next; (next = timers.find(({ at }) => at <= end)); next.call()) {
    clearTimeout(next);
    now = next.at;
  }
  now = end;
}

/** A session whose bytes are noted, in the words of a pad. */
class Session {
  state = 'playing';
  heard = {};
  #listeners = {};
  #typed = '';
  on(name, listener) { (this.#listeners[name] ??= []).push(listener); }
  emit(name, value) {
    this.heard[name] = value;
    for (const listener of this.#listeners[name] ?? []) listener(value);
  }
  type(text) { if (this.state === 'playing') this.#typed += text; }
  /** Returns what was typed since the last time: +up is pressed, *up repeats, -up is let go. */
  typed() {
    const names = ['up', 'down', 'left', 'right', 'a', 'b', 'x', 'y', 'menu'];
    const words = [...this.#typed.matchAll(/\x1b\[(\d+)(?:;1:([23]))?u/g)].map(([, code, event]) => ({ undefined: '+', 2: '*', 3: '-' })[event] + names[code - 63488]);
    assert.equal(words.join('').length > 0, this.#typed.length > 0);
    this.#typed = '';
    return words.join(' ');
  }
}

const at = (degrees, far = 1) => [Math.cos(degrees * Math.PI / 180) * far, Math.sin(degrees * Math.PI / 180) * far];

function flying() {
  const session = new Session();
  session.heard.input = { for: 'fly', a: 'FIRE' };
  return { session, pad: padOf(session), thumb: {} };
}

test('a stick has eight courses, each as wide as the others', () => {
  const seen = new Array(8).fill(0);
  for (let degrees = 0; degrees < 360; degrees++) seen[courseOf(...at(degrees), middle)]++;
  assert.ok(seen.every((n) => n >= 44 && n <= 46), String(seen));
  assert.deepEqual([0, 90, 180, 270, 315].map((d) => directionsOf(courseOf(...at(d), middle)).join()), ['right', 'down', 'left', 'up', 'right,up']);
});

test('a thumb that trembles between two courses stays on one', () => {
  for (let edge = 22.5; edge < 360; edge += 45) {
    let course = courseOf(...at(edge - 10), middle), changes = 0;
    for (let i = 0; i < 200; i++) {
      const next = courseOf(...at(edge + (i % 2 ? 6 : -6)), course);
      if (next !== course) changes++;
      course = next;
    }
    assert.equal(changes, 0, `at ${edge} degrees`);
    assert.notEqual(courseOf(...at(edge + 12), course), course, 'and yet it turns');
  }
});

test('a stick in the middle has no course, and one that just left it trembles neither', () => {
  assert.equal(courseOf(0.3, 0, middle), middle);
  assert.equal(courseOf(0.4, 0, middle), 0);
  assert.equal(courseOf(0.3, 0, 0), 0);
  assert.equal(courseOf(0.2, 0, 0), middle);
  for (const nonsense of [NaN, undefined]) assert.equal(courseOf(nonsense, 0, 3), middle);
});

test('in a menu a stick goes straight, whatever it was', () => {
  for (let degrees = 0; degrees < 360; degrees += 5) {
    for (let was = middle; was < 8; was++) assert.ok(courseOf(...at(degrees), was, true) % 2 === 0);
  }
});

test('a diagonal and a button are held together, and each is let go by itself', () => {
  const { session, pad, thumb } = flying();
  pad.steer(thumb, ...at(-45));
  assert.equal(session.typed(), '+right +up');
  pad.press(thumb, 'a', true);
  pad.press(thumb, 'a', true);
  assert.equal(session.typed(), '+a');
  pad.steer(thumb, ...at(0));
  assert.equal(session.typed(), '-up');
  pad.press(thumb, 'a', false);
  pad.steer(thumb, 0, 0);
  assert.equal(session.typed(), '-a -right');
});

test('what two sources hold is held until both let go', () => {
  const { session, pad, thumb } = flying(), gamepad = {};
  pad.press(thumb, 'a', true);
  pad.press(gamepad, 'a', true);
  pad.release(thumb);
  assert.equal(session.typed(), '+a');
  pad.press(gamepad, 'a', false);
  assert.equal(session.typed(), '-a');
});

for (const name of ['blur', 'pagehide', 'visibilitychange']) {
  test(`${name} lets everything go`, () => {
    const { session, pad, thumb } = flying();
    pad.steer(thumb, 1, 0);
    pad.press(thumb, 'b', true);
    session.typed();
    let told = false;
    pad.addEventListener('released', () => { told = true; });
    document.hidden = true;
    (name === 'visibilitychange' ? document : window).dispatchEvent(new Event(name));
    document.hidden = false;
    assert.equal(session.typed(), '-right -b');
    assert.ok(told);
  });
}

test('a lost connection lets go, and the next one is told of what is held anew', () => {
  const { session, pad, thumb } = flying();
  pad.steer(thumb, 1, 0);
  session.typed();
  session.state = 'lost';
  session.emit('state', 'lost');
  session.state = 'playing';
  session.emit('welcome', {});
  session.emit('state', 'playing');
  assert.equal(session.typed(), '');
  pad.steer(thumb, 1, 0);
  assert.equal(session.typed(), '+right');
});

test('a stick that is held when a menu opens does nothing there until it was let go', () => {
  const { session, pad, thumb } = flying();
  pad.steer(thumb, ...at(-45));
  session.typed();
  session.emit('input', { for: 'menu', a: 'AGAIN' });
  assert.equal(session.typed(), '-right -up');
  pad.steer(thumb, ...at(-90));
  assert.equal(session.typed(), '');
  pad.steer(thumb, 0, 0);
  pad.steer(thumb, ...at(-90));
  assert.equal(session.typed(), '+up');
  pad.releaseAll();
});

test('a stick that is held when flying goes on steers', () => {
  const { session, pad, thumb } = flying();
  session.emit('input', { for: 'menu' });
  pad.steer(thumb, ...at(80));
  assert.equal(session.typed(), '+down');
  session.emit('input', { for: 'fly' });
  assert.equal(session.typed(), '+down');
  pad.steer(thumb, 0, 0);
  assert.equal(session.typed(), '-down');
});

test('a direction that is held in a menu repeats, and none does in flight', () => {
  const { session, pad, thumb } = flying();
  pad.steer(thumb, 1, 0);
  pass(5000);
  pad.steer(thumb, 0, 0);
  assert.equal(session.typed(), '+right -right');
  session.emit('input', { for: 'menu' });
  pad.steer(thumb, 0, 1);
  pass(400 + 130 + 100);
  assert.equal(session.typed(), '+down *down *down');
  pad.steer(thumb, 0, 0);
  pass(5000);
  assert.equal(session.typed(), '-down');
});

test('a gamepad is read by the standard mapping', () => {
  const pressed = (...which) => Array.from({ length: 17 }, (_, i) => ({ pressed: which.includes(i), value: which.includes(i) ? 1 : 0 }));
  const read = (axes, buttons) => {
    const { x, y, held } = readGamepad({ axes, buttons });
    return [x, y, [...held].sort().join('')];
  };
  assert.deepEqual(read([0.5, -0.5, 0, 0], pressed()), [0.5, -0.5, '']);
  assert.deepEqual(read([0, 0], pressed(12, 15, 0)), [1, -1, 'a']);
  assert.deepEqual(read([0.1, 0], pressed(7, 1, 9)), [0.1, 0, 'abmenu']);
  const trigger = pressed();
  trigger[6] = { pressed: false, value: 0.6 };
  assert.deepEqual(read([0, 0], trigger), [0, 0, 'b']);
  assert.deepEqual(read([], []), [0, 0, '']); // one of hardly anything
});

test('hits are felt one by one, a death at once, and nothing else', () => {
  const session = new Session(), felt = [];
  feel(session, ({ pattern }) => felt.push(pattern.length));
  for (const [after, what] of [[0, 'hit'], [50, 'hit'], [10, 'lost'], [240, 'hit'], [10, 'constructor'], [10, null]]) {
    pass(after);
    session.emit('felt', what);
  }
  assert.deepEqual(felt, [1, 3, 1]);
});
