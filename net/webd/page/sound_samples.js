// The samples of all effects, from the host: package ui/sound.

/**
 * The effects.
 * @typedef {object} Effects
 * @property {string} samples  their address, relative to the page
 * @property {number} rate     of them a second
 * @property {Mix} mix
 * @property {Object<string, Effect>} effects  by name
 *
 * @typedef {object} Effect
 * @property {number} at      its first byte in the samples
 * @property {number} count   of samples, two a byte
 * @property {number} level   relative level
 * @property {number} voices  of it at once, at most
 * @property {number} rank    higher ranks have priority
 *
 * @typedef {object} Mix  see sound.Mix in ui/sound
 * @property {number} voices
 * @property {number} ducked
 * @property {number} crowdAt
 * @property {number} crowding
 * @property {number} ceiling
 * @property {number} dullest
 */

/**
 * Loads all effects, or throws.
 * @returns {Promise<{list: Effects, samples: Uint8Array}>}
 */
export async function load() {
  const list = await (await get('sound.json')).json();
  return { list, samples: new Uint8Array(await (await get(list.samples)).arrayBuffer()) };
}

async function get(address) {
  const answer = await fetch(new URL(address, document.baseURI));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

const steps = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130,
  143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282,
  1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630,
  9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
];
const turns = [-1, -1, -1, -1, 2, 4, 6, 8];

/**
 * Decodes IMA ADPCM: each 4 bits, the low ones first, are the difference to the next sample in quarters of a step.
 * @param {Uint8Array} packed
 * @param {number} at     the first byte
 * @param {number} count  of samples
 * @returns {Float32Array}  from -1 to 1
 */
export function decode(packed, at, count) {
  const samples = new Float32Array(count);
  let last = 0;
  let index = 0;
  for (let i = 0; i < count; i++) {
    const code = (packed[at + (i >> 1)] >> (4 * (i & 1))) & 15;
    const step = steps[index];
    let by = step >> 3;
    if (code & 4) by += step;
    if (code & 2) by += step >> 1;
    if (code & 1) by += step >> 2;
    last = Math.min(Math.max(code & 8 ? last - by : last + by, -32768), 32767);
    index = Math.min(Math.max(index + turns[code & 7], 0), steps.length - 1);
    samples[i] = last / 32767;
  }
  return samples;
}
