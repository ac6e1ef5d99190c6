// What is to be heard of the match, as the host tells it: net/webd/doc.go, Sound.

/**
 * @typedef {object} Cue
 * @property {string} effect  by name, as "hurt"
 * @property {number} gain    0 to 1
 * @property {number} pan     -1 is left, 1 right
 * @property {number} dull    0 to 1
 * @property {number} pitch   1 as it was made
 */

/** What a Cue is where the host leaves out more: percent. */
const usual = [100, 0, 0, 100];

/**
 * Reads a Cue as it is told: ["cannon", 37, -52, 40, 96].
 * @param {unknown} told
 * @returns {Cue | null} null for what is none
 */
export function cueOf(told) {
  if (!Array.isArray(told) || typeof told[0] !== 'string') return null;
  const numbers = usual.map((value, i) => (told[i + 1] ?? value) / 100);
  if (!numbers.every(Number.isFinite)) return null;
  const [gain, pan, dull, pitch] = numbers;
  return {
    effect: told[0], gain: within(gain, 0, 1), pan: within(pan, -1, 1), dull: within(dull, 0, 1), pitch: within(pitch, 0.5, 2),
  };
}

const within = (value, least, most) => Math.min(Math.max(value, least), most);

/**
 * Cues has the host tell what is to be heard for as long as that is wanted, and passes it on: as events "cue", whose detail is a
 * Cue, and "volume", whose detail is 0 to 100.
 */
export class Cues extends EventTarget {
  /** Whether they are wanted. */
  wanted = false;

  #session = null;

  /** @param {import('./connect.js').Session} session */
  constructor(session) {
    super();
    this.#session = session;
    session.on('welcome', () => { // a host that welcomes does not know what was wished before
      if (this.wanted) session.send({ sound: true });
    });
    session.on('volume', (percent) => this.#tell('volume', within(Number(percent) || 0, 0, 100)));
    session.on('cues', (told) => {
      for (const cue of Array.isArray(told) ? told.map(cueOf) : []) {
        if (cue) this.#tell('cue', cue);
      }
    });
  }

  /** Says whether they are wanted. @param {boolean} on */
  want(on) {
    if (on === this.wanted) return;
    this.wanted = on;
    if (this.#session.state === 'playing') this.#session.send({ sound: on });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
