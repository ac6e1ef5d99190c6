// What happens in the match, as the host tells it to be heard or felt: net/webd/doc.go, Sound.

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
 * Cues has the host tell what happens for as long as somebody wants to know, and passes it on: as events "cue", whose detail
 * is a Cue, and "volume", whose detail is 0 to 100.
 */
export class Cues extends EventTarget {
  #wishes = new Set();
  #session = null;

  /**
   * Listens to a session, which must be given once.
   * @param {import('./connect.js').Session} session
   */
  follow(session) {
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

  /** Whether somebody wants to know. */
  get wanted() {
    return this.#wishes.size > 0;
  }

  /**
   * Says whether somebody wants to know what happens.
   * @param {string} who  "hear", "feel"
   * @param {boolean} on
   */
  want(who, on) {
    const was = this.wanted;
    if (on) this.#wishes.add(who);
    else this.#wishes.delete(who);
    if (this.wanted !== was && this.#session?.state === 'playing') this.#session.send({ sound: this.wanted });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The page's. */
export const cues = new Cues();
