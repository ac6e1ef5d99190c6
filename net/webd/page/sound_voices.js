// The choice of effects when there are too many, by the rules of ui/sound. This file makes no sound.

/**
 * @typedef {object} Voice  an effect that is being played
 * @property {string} effect
 * @property {number} rank
 * @property {number} number  the higher the newer
 * @property {number} ends    in seconds
 */

/** Voices is the effects that are being played. Times are in seconds, of any clock. */
export class Voices {
  /** @type {Voice[]} */
  #all = [];
  #begun = 0;

  /** @param {import('./sound_samples.js').Effects} list */
  constructor(list) {
    this.list = list;
  }

  /**
   * Begins an effect.
   * @param {string} name
   * @param {number} now
   * @param {number} lasts
   * @returns {{voice: Voice | null, gone: Voice | null}}  voice is null where there is no room; gone is what gave way
   */
  begin(name, now, lasts) {
    this.forget(now);
    const effect = this.list.effects[name];
    if (!effect) return { voice: null, gone: null };
    const gone = this.#whoGives(name, effect);
    if (gone === undefined) return { voice: null, gone: null };
    if (gone) this.end(gone);
    const voice = { effect: name, rank: effect.rank, number: ++this.#begun, ends: now + lasts };
    this.#all.push(voice);
    return { voice, gone };
  }

  /** Who has to end for an effect: null for nobody, undefined if there is no room for it. The oldest is the first. */
  #whoGives(name, effect) {
    const same = this.#all.filter((v) => v.effect === name);
    if (same.length >= effect.voices) return same[0];
    if (this.#all.length < this.list.mix.voices) return null;
    const least = this.#all.reduce((a, b) => (b.rank < a.rank ? b : a));
    return least.rank <= effect.rank ? least : undefined;
  }

  /** Notes that one is over. */
  end(voice) {
    this.#all = this.#all.filter((v) => v !== voice);
  }

  /** Forgets those that are over by now. */
  forget(now) {
    this.#all = this.#all.filter((v) => v.ends > now);
  }

  /** The number of voices. */
  get count() {
    return this.#all.length;
  }

  /** The gain of voices of rank 0: less if there are many, or one with priority. */
  get left() {
    const { crowdAt, crowding, ducked } = this.list.mix;
    const crowd = this.#all.filter((v) => v.rank === 0).length;
    const left = 1 / (1 + crowding * Math.max(crowd - crowdAt, 0));
    return this.#all.some((v) => v.rank === 2) ? left * ducked : left;
  }
}
