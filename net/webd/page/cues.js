// The sounds of the match, from the host: net/webd/doc.go, Sound.

/**
 * @typedef {object} Cue
 * @property {string} effect  by name, as "hurt"
 * @property {number} gain    0 to 1
 * @property {number} pan     -1 is left, 1 right
 * @property {number} dull    0 to 1
 * @property {number} pitch   1 as it was made
 */

/** The values that a Cue may omit, in percent. */
const usual = [100, 0, 0, 100];

/**
 * Parses a Cue: ["cannon", 37, -52, 40, 96].
 * @param {unknown} values
 * @returns {Cue | null} null if it is invalid
 */
export function cueOf(values) {
  if (!Array.isArray(values) || typeof values[0] !== 'string') return null;
  const numbers = usual.map((value, i) => (values[i + 1] ?? value) / 100);
  if (!numbers.every(Number.isFinite)) return null;
  const [gain, pan, dull, pitch] = numbers;
  return {
    effect: values[0], gain: within(gain, 0, 1), pan: within(pan, -1, 1), dull: within(dull, 0, 1), pitch: within(pitch, 0.5, 2),
  };
}

const within = (value, least, most) => Math.min(Math.max(value, least), most);

/**
 * Cues subscribes to the sounds of the match while they are wanted, and dispatches events: "cue", with a
 * Cue as detail, and "volume", with 0 to 100.
 */
export class Cues extends EventTarget {
  /** Whether sounds are wanted. */
  wanted = false;

  #session = null;

  /** @param {import('./connect.js').Session} session */
  constructor(session) {
    super();
    this.#session = session;
    session.on('welcome', () => { // a new connection begins without sound
      if (this.wanted) session.send({ sound: true });
    });
    session.on('volume', (percent) => this.#emit('volume', within(Number(percent) || 0, 0, 100)));
    session.on('cues', (all) => {
      for (const cue of Array.isArray(all) ? all.map(cueOf) : []) {
        if (cue) this.#emit('cue', cue);
      }
    });
  }

  /** Turns sounds on or off. @param {boolean} on */
  want(on) {
    if (on === this.wanted) return;
    this.wanted = on;
    if (this.#session.state === 'playing') this.#session.send({ sound: on });
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
