// Sound: from the first touch on, unless the player has turned it off, and only while the page is visible and plays.

import { Cues } from './cues.js';
import { SoundButton } from './sound_button.js';
import { Mixer } from './sound_mixer.js';
import { load } from './sound_samples.js';

/** The storage key of the player's choice: "on" or "off". */
const kept = 'dogfight.sound';
/** Events that let a browser play sound. */
const touches = ['pointerdown', 'pointerup', 'touchend', 'keydown'];
/** Milliseconds until a failed load is tried again, at the next touch. */
const patience = 5000;

/** Sound plays the page's sounds. */
export class Sound {
  /** @type {'off' | 'resting' | 'waiting' | 'loading' | 'on' | 'failed'} */
  state = 'waiting';
  /** @type {Mixer | null} */
  mixer = null;
  /** The number of Cues of each effect, by name. @type {Object<string, number>} */
  told = {};

  #session = null;
  #context = null;
  #loading = null;
  #failed = -Infinity;
  #volume = 70; // until the host sends it

  /**
   * @param {import('./connect.js').Session} session
   * @param {HTMLElement} bar  where the button stands
   */
  constructor(session, bar) {
    this.wanted = recall() !== 'off';
    this.#session = session;
    this.cues = new Cues(session);
    this.button = new SoundButton(bar, () => this.turn(!this.wanted));
    this.cues.addEventListener('cue', (e) => this.#hear(e.detail));
    this.cues.addEventListener('volume', (e) => this.#setVolume(e.detail));
    document.addEventListener('visibilitychange', () => this.#follow());
    session.on('state', () => this.#follow());
    session.on('welcome', () => this.#refresh());
    for (const name of touches) addEventListener(name, () => this.#touch(), { capture: true, passive: true });
    if (navigator.userActivation?.hasBeenActive) this.#touch(); // by the button of the card
    this.#follow();
  }

  /** How many effects were played. */
  get played() {
    return this.mixer?.played ?? 0;
  }

  /** How loud it is now, 0 to 1. */
  get peak() {
    return this.state === 'on' ? this.mixer.peak : 0;
  }

  /** Turns sound on or off, and keeps that. It is called by a touch. */
  turn(on) {
    this.wanted = on;
    keep(on ? 'on' : 'off');
    if (on) this.#touch();
    this.#follow();
  }

  /** Does what may only be done when the player has touched the page. */
  #touch() {
    if (!this.wanted || this.#rests) return;
    this.#context ??= this.#open();
    if (this.#context.state !== 'running') this.#context.resume().then(() => this.#follow(), () => {});
    if (!this.mixer) this.#load();
  }

  get #rests() {
    return document.hidden || this.#session.state === 'over';
  }

  #open() {
    const context = new AudioContext({ latencyHint: 'interactive' });
    context.onstatechange = () => this.#follow();
    return context;
  }

  /** Loads the effects, once. */
  #load() {
    if (performance.now() - this.#failed < patience) return;
    this.#loading ??= load()
      .then(({ list, samples }) => this.#take(list, samples))
      .catch(() => { this.#failed = performance.now(); })
      .finally(() => {
        this.#loading = null;
        this.#follow();
      });
    this.#follow();
  }

  #take(list, samples) {
    if (this.mixer?.list.samples === list.samples) return;
    this.mixer?.close();
    this.mixer = new Mixer(this.#context, list, samples);
    this.mixer.setVolume(this.#volume);
  }

  /** Loads the effects of a host that may be another one by now. */
  #refresh() {
    if (this.mixer) this.#load();
  }

  /** Has the page, the host and the loudspeakers follow what holds now. */
  #follow() {
    this.state = this.#find();
    this.button.show(this.wanted, this.state);
    this.cues.want(this.state === 'on');
    const idle = this.state === 'off' || this.state === 'resting';
    if (idle && this.#context?.state === 'running') this.#context.suspend();
    if (!idle && this.#context?.state === 'suspended') this.#context.resume().catch(() => {});
  }

  #find() {
    if (!this.wanted) return 'off';
    if (this.#rests) return 'resting';
    if (this.mixer) return this.#context.state === 'running' ? 'on' : 'waiting';
    if (this.#loading) return 'loading';
    return this.#failed > 0 ? 'failed' : 'waiting';
  }

  #hear(cue) {
    this.told[cue.effect] = (this.told[cue.effect] ?? 0) + 1;
    if (this.state === 'on') this.mixer.play(cue);
  }

  #setVolume(percent) {
    this.#volume = percent;
    this.mixer?.setVolume(percent);
  }
}

/**
 * Starts the sound of a match.
 * @param {import('./connect.js').Session} session
 * @param {import('./main.js').UI} ui
 */
export function start(session, ui) {
  if (!('AudioContext' in window)) return;
  const sound = new Sound(session, ui.stage.querySelector('#bar'));
  Object.assign(window.dogfight ??= {}, { sound }); // for tests in a browser
}

/** The stored choice, if the browser has storage. */
function recall() {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null;
  }
}

function keep(choice) {
  try {
    localStorage.setItem(kept, choice);
  } catch { /* until the page is left, then */ }
}
