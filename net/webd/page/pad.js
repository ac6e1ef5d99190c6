// The pad, for thumbs and gamepads. Held directions and buttons go to the host as keys: net/webd/doc.go.

import { courseOf, directionsOf, middle } from './stick.js';

/** The numbers of the keys. */
const codes = { up: 63488, down: 63489, left: 63490, right: 63491, a: 63492, b: 63493, x: 63494, y: 63495, menu: 63496 };

const directions = ['up', 'down', 'left', 'right'];

/** Milliseconds until a held direction repeats in a menu, and between repeats. */
const first = 400, each = 130;

/** The state of a source of a pad: a stick, and buttons. */
class Hold {
  x = 0;
  y = 0;
  course = middle;
  /** The stick was not let go since it was for something else. */
  stale = false;
  /** @type {Set<string>} */
  buttons = new Set();
}

/** The latest input message: {for, a, b, x, y}. */
const nothing = { for: 'menu' };

/** Pad is a pad with several sources. */
export class Pad extends EventTarget {
  /** @type {Map<object, Hold>} */
  #holds = new Map();
  /** @type {Set<string>} keys that the host knows to be down */
  #down = new Set();
  #repeat = 0;

  /** @param {import('./connect.js').Session} session */
  constructor(session) {
    super();
    this.session = session;
    this.input = session.heard.input ?? nothing;
    session.on('input', (input) => this.#become(input));
    session.on('welcome', () => this.#forget());
    session.on('state', () => this.#forget());
    for (const name of ['blur', 'pagehide']) window.addEventListener(name, () => this.releaseAll());
    document.addEventListener('visibilitychange', () => document.hidden && this.releaseAll());
  }

  /** Whether a ship is steered. */
  get flies() {
    return this.input.for === 'fly';
  }

  /**
   * Moves the stick of a source. @param {object} source. @param {number} x -1 to 1, to the right. @param {number} y likewise, down
   * @returns {number} its course
   */
  steer(source, x, y) {
    const hold = this.#holdOf(source);
    hold.x = x;
    hold.y = y;
    hold.course = courseOf(x, y, hold.course, !this.flies);
    if (hold.course === middle) hold.stale = false;
    this.#tell();
    return hold.course;
  }

  /** Presses a button of a source, or lets it go. @param {object} source. @param {string} button a, b, x, y or menu. @param {boolean} down */
  press(source, button, down) {
    const { buttons } = this.#holdOf(source);
    if (down === buttons.has(button)) return;
    if (down) buttons.add(button);
    else buttons.delete(button);
    this.#tell();
  }

  /** Presses a button and lets it go. @param {string} button */
  tap(button) {
    this.session.type(`\x1b[${codes[button]}u\x1b[${codes[button]};1:3u`);
  }

  /** Lets go of all that a source holds. @param {object} source */
  release(source) {
    this.#holds.delete(source);
    this.#tell();
  }

  /** Lets go of everything. */
  releaseAll() {
    this.#holds.clear();
    this.#tell();
    this.dispatchEvent(new Event('released'));
  }

  #holdOf(source) {
    if (!this.#holds.has(source)) this.#holds.set(source, new Hold());
    return this.#holds.get(source);
  }

  /** Takes what the keys are for from now on. A stick that is held goes on steering, but does nothing in a menu it led to. */
  #become(input) {
    const flew = this.flies;
    this.input = input;
    if (flew !== this.flies) {
      for (const hold of this.#holds.values()) {
        hold.course = courseOf(hold.x, hold.y, middle, !this.flies);
        hold.stale = flew && hold.course !== middle;
      }
      if (this.flies) for (const direction of directions) this.#down.delete(direction); // it moved in a menu
      this.#tell();
    }
    this.dispatchEvent(new Event('input'));
  }

  /** Takes note of that the host knows of nothing that is held: it is another by now, or the connection is. */
  #forget() {
    this.#down.clear();
    clearTimeout(this.#repeat);
    if (this.session.state !== 'playing') this.releaseAll();
  }

  /** Returns the keys that are to be down. */
  #wanted() {
    const keys = new Set();
    for (const { course, buttons, stale } of this.#holds.values()) {
      for (const direction of stale ? [] : directionsOf(course)) keys.add(direction);
      for (const button of buttons) keys.add(button);
    }
    return keys;
  }

  /** Tells the host what has changed, in one go. */
  #tell() {
    const wanted = this.#wanted();
    let text = '';
    for (const key of this.#down) if (!wanted.has(key)) text += `\x1b[${codes[key]};1:3u`;
    for (const key of wanted) if (!this.#down.has(key)) text += `\x1b[${codes[key]}u`;
    if (!text) return;
    this.#down = wanted;
    this.session.type(text);
    clearTimeout(this.#repeat);
    if (!this.flies) this.#repeat = setTimeout(() => this.#again(), first);
  }

  /** Repeats the direction that is held in a menu. */
  #again() {
    const direction = directions.find((key) => this.#down.has(key));
    if (this.flies || !direction) return;
    this.session.type(`\x1b[${codes[direction]};1:2u`);
    this.#repeat = setTimeout(() => this.#again(), each);
  }
}

/** @type {WeakMap<object, Pad>} */
const pads = new WeakMap();

/** Returns the only pad of a session. @param {import('./connect.js').Session} session */
export function padOf(session) {
  if (!pads.has(session)) pads.set(session, new Pad(session));
  return pads.get(session);
}
