// Plays Cues by WebAudio, with the levels and priorities of ui/sound's Mixer.

import { decode } from './sound_samples.js';
import { Voices } from './sound_voices.js';

// Seconds for a change without a click.
const fade = 0.001;
const turn = 0.03;

/**
 *   voice ──► (dull) ──► gain ──► pan ──┬─► behind ─┐   rank 0, the first to fade
 *                                       └───────────┴─► limiter ──► bend ──► volume ──► out
 */
export class Mixer {
  /** How many effects were played. */
  played = 0;

  /**
   * @param {BaseAudioContext} context
   * @param {import('./sound_samples.js').Effects} list
   * @param {Uint8Array} samples
   */
  constructor(context, list, samples) {
    this.context = context;
    this.list = list;
    this.voices = new Voices(list);
    this.samples = samples;
    /** @type {Map<string, AudioBuffer>} */
    this.buffers = new Map();
    this.limiter = new DynamicsCompressorNode(context, {
      threshold: 20 * Math.log10(list.mix.ceiling), knee: 0, ratio: 20, attack: 0.002, release: 0.1,
    });
    this.volume = new GainNode(context, { gain: 0 });
    this.behind = new GainNode(context);
    const bend = new WaveShaperNode(context, { curve: bent(list.mix.ceiling) }); // for peaks ahead of the limiter
    this.behind.connect(this.limiter).connect(bend).connect(this.volume).connect(context.destination);
  }

  /** @param {number} percent  0 to 100; each tenth is about as much */
  setVolume(percent) {
    this.volume.gain.setTargetAtTime((percent / 100) ** 2, this.context.currentTime, fade);
  }

  /** @param {import('./cues.js').Cue} cue */
  play(cue) {
    const effect = this.list.effects[cue.effect];
    if (!effect || !(cue.gain > 0)) return;
    const { context } = this;
    const now = context.currentTime;
    const { voice, gone } = this.voices.begin(cue.effect, now, effect.count / this.list.rate / cue.pitch);
    if (gone) cutOff(gone, now);
    if (!voice) return;
    const source = new AudioBufferSourceNode(context, { buffer: this.#buffer(cue.effect, effect), playbackRate: cue.pitch });
    const gain = new GainNode(context, { gain: cue.gain * effect.level * Math.SQRT2 });
    const pan = new StereoPannerNode(context, { pan: cue.pan });
    const dull = this.#dull(cue.dull);
    (dull ? source.connect(dull) : source).connect(gain).connect(pan).connect(effect.rank === 0 ? this.behind : this.limiter);
    Object.assign(voice, { source, gain });
    source.onended = () => {
      pan.disconnect();
      this.voices.end(voice);
      this.#giveWay();
    };
    source.start();
    this.played++;
    this.#giveWay();
  }

  /** @returns {AudioBuffer}  decoded when it is first played */
  #buffer(name, effect) {
    let buffer = this.buffers.get(name);
    if (!buffer) {
      buffer = new AudioBuffer({ length: effect.count, sampleRate: this.list.rate });
      buffer.copyToChannel(decode(this.samples, effect.at, effect.count), 0);
      this.buffers.set(name, buffer);
    }
    return buffer;
  }

  /** A filter of one pole that takes as much treble as the Mixer's at its rate; null where it takes none. */
  #dull(dull) {
    if (!(dull > 0)) return null;
    const bright = brightness(dull, this.list, this.context.sampleRate);
    return new IIRFilterNode(this.context, { feedforward: [bright], feedback: [1, bright - 1] });
  }

  #giveWay() {
    this.behind.gain.setTargetAtTime(this.voices.left, this.context.currentTime, turn);
  }

  /** Ends all that plays. */
  close() {
    this.volume.disconnect();
  }

  /** The current level, 0 to 1, for tests. */
  get peak() {
    if (!this.meter) {
      this.meter = new AnalyserNode(this.context, { fftSize: 8192 });
      this.volume.connect(this.meter);
    }
    const samples = new Float32Array(this.meter.fftSize);
    this.meter.getFloatTimeDomainData(samples);
    return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  }
}

/**
 * The coefficient of a filter of one pole at a rate, to sound as dull as at the rate of the list.
 * @param {number} dull
 * @param {import('./sound_samples.js').Effects} list
 * @param {number} rate
 */
export function brightness(dull, list, rate) {
  return 1 - ((1 - list.mix.dullest) * dull) ** (list.rate / rate);
}

/** A curve that keeps values below a ceiling, and bends higher ones towards 1: ui/sound's bend. */
export function bent(ceiling) {
  const half = 512, room = 1 - ceiling;
  return Float32Array.from({ length: 2 * half + 1 }, (_, i) => {
    const value = i / half - 1, over = Math.max(Math.abs(value) - ceiling, 0) / room;
    return over > 0 ? Math.sign(value) * (ceiling + room * over / (1 + over)) : value;
  });
}

/** Ends a voice for another. */
function cutOff({ source, gain }, now) {
  gain.gain.setTargetAtTime(0, now, fade);
  source.stop(now + 5 * fade);
}
