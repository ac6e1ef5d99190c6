/** SHA-256 (FIPS 180-4), for pages without WebCrypto: to show a fingerprint, never to prove one. */

/** The first 32 bits of the fractions of the roots of the first primes: square for what it begins with, cubic for its rounds. */
const begin = fractions(8, 1 / 2), rounds = fractions(64, 1 / 3);

function fractions(count, power) {
  const of = [];
  for (let n = 2; of.length < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0;
    if (prime) of.push((n ** power % 1) * 2 ** 32 | 0);
  }
  return of;
}

const turned = (x, by) => x >>> by | x << 32 - by;

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 8 >> 6) + 1 << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const sum = Int32Array.from(begin), w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) w[i] = i < 16 ? view.getInt32(at + 4 * i) : w[i - 16] + small(w[i - 15], 7, 18, 3) + w[i - 7] + small(w[i - 2], 17, 19, 10);
    mix(sum, w);
  }
  const out = new DataView(new ArrayBuffer(32));
  sum.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

const small = (x, a, b, shift) => turned(x, a) ^ turned(x, b) ^ x >>> shift;
const large = (x, a, b, c) => turned(x, a) ^ turned(x, b) ^ turned(x, c);

/** Mixes a block into the sum. */
function mix(sum, w) {
  let [a, b, c, d, e, f, g, h] = sum;
  for (let i = 0; i < 64; i++) {
    const one = h + large(e, 6, 11, 25) + (e & f ^ ~e & g) + rounds[i] + w[i] | 0;
    const two = large(a, 2, 13, 22) + (a & b ^ a & c ^ b & c) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { sum[i] = sum[i] + word | 0; });
}
