/**
 * The player's identity: see net/webd/doc.go, Proof and Vouch.
 *
 * By a key, where there can be one: an ed25519 key that WebCrypto has made and that never leaves it. It is kept in IndexedDB, which alone can keep
 * such a key. Its signatures are of no use to eavesdroppers, as they cover the host's challenge and the origin of this page.
 * All hosts at a relay have one origin: there they cover the code of the invitation too, and a token is hashed with it.
 *
 * By a token anywhere else: 32 random bytes in localStorage. Browsers have WebCrypto in secure contexts alone, over HTTPS and on localhost, and
 * not on a LAN over plain HTTP; and old ones have no ed25519. The host is shown the token itself. An eavesdropper on the network can
 * take this player's seat and name at this host, and so can another host that has the same address in another network.
 *
 * A browser without storage has a token until the page is closed. A browser with a token keeps it even if it could have a key by
 * now, as that would be another player.
 */
import { forgetKey, keptKey, sign } from './identity_key.js';
import { base64, base64url, bytesOf } from './base64.js';
import { sha256 } from './sha256.js';
import { drawer } from './drawer.js';

/** @typedef {{kind: 'key', pair: CryptoKeyPair, bytes: Uint8Array} | {kind: 'token', bytes: Uint8Array, kept: boolean}} Own */

/** Where they are kept. */
const token = 'dogfight.token', vouch = 'dogfight.vouch', tab = 'dogfight.tab';

const local = drawer(() => localStorage), session = drawer(() => sessionStorage);

/** Of a key, and of a token. */
const size = 32;

/** @type {Promise<Own> | undefined} */
let own;

/** The code of the invitation that a relay shows this page for; "" on a host's own. */
export const invitation = codeIn(location.pathname);

/** Returns the code of an invitation in the path of a page, or "". @param {string} path */
export function codeIn(path) {
  return /^\/([a-z]{1,12}-[a-z]{1,12}(?:-[0-9a-hjkmnp-tv-z]{4}){3})\/$/.exec(path)?.[1] ?? '';
}

/** Returns what a host is shown of a token. @param {Uint8Array} bytes. @param {string} code of an invitation, or "" */
export function tokenAt(bytes, code) {
  return code ? sha256(Uint8Array.of(...ascii(`dogfight token at ${code}\0`), ...bytes)) : bytes;
}

/** Returns the key or token, and makes one at first use. @returns {Promise<Own>} */
function owned() {
  own ??= find();
  own.catch(() => { own = undefined; }); // to be tried again
  return own;
}

/** @returns {Promise<Own>} */
async function find() {
  const had = bytesOf(local.get(token) ?? '', size);
  if (had) return { kind: 'token', bytes: tokenAt(had, invitation), kept: local.persists };
  const key = await keptKey();
  if (key) return { kind: 'key', ...key };
  const bytes = random();
  local.set(token, base64url(bytes));
  return { kind: 'token', bytes: tokenAt(bytes, invitation), kept: local.persists };
}

function random() {
  return crypto.getRandomValues(new Uint8Array(size));
}

/**
 * Answers the host's challenge.
 * @param {string} challenge
 * @returns {Promise<object | undefined>} the hello's `proof`; undefined if there is nothing to prove it by
 */
export async function prove(challenge) {
  try {
    const mine = await owned();
    return mine.kind === 'token' ? { token: base64url(mine.bytes) } : await proofOf(mine, location.origin + (invitation && `/${invitation}`), challenge);
  } catch (error) {
    console.warn('nobody by now', error);
    return undefined;
  }
}

/**
 * Returns the proof of a key. @param {{pair: CryptoKeyPair, bytes: Uint8Array}} key
 * @param {string} origin
 * @param {string} challenge
 */
export async function proofOf({ pair, bytes }, origin, challenge) {
  const signature = await sign(pair, `dogfight browser proof\n${origin}\n${challenge}\n`);
  return { key: base64url(bytes), signature: base64url(signature) };
}

/**
 * Returns the identity part of a hello.
 * @param {string} challenge
 * @returns {Promise<{proof?: object, vouch?: string, tab?: string}>}
 */
export async function identify(challenge) {
  const proof = await prove(challenge);
  if (!proof) return {};
  const statement = invitation ? null : local.get(vouch); // a relay could use it
  return { proof, tab: thisTab(), ...(statement && { vouch: statement }) };
}

/** Returns the random id of this tab, which survives a reload. */
function thisTab() {
  let id = session.get(tab);
  if (!bytesOf(id ?? '', size)) {
    id = base64url(random());
    session.set(tab, id);
  }
  return id;
}

/**
 * Describes the player's identity.
 * @returns {Promise<{kind: 'key' | 'token', fingerprint: string, kept: boolean, linked: boolean}>} kept: whether it outlasts this page;
 *   linked: whether there is a statement of another key
 */
export async function describe() {
  const mine = await owned();
  return {
    kind: mine.kind, fingerprint: fingerprintOf(mine), kept: mine.kind === 'key' || mine.kept, linked: local.get(vouch) !== null,
  };
}

/** @param {Own} mine */
export function fingerprintOf({ kind, bytes }) {
  const hashed = kind === 'key' ? [...lengthed('ssh-ed25519'), 0, 0, 0, size] : ascii('dogfight browser token\0');
  return 'SHA256:' + base64(sha256(Uint8Array.of(...hashed, ...bytes)));
}

const ascii = (text) => Array.from(text, (c) => c.charCodeAt(0));
const lengthed = (text) => [0, 0, 0, text.length, ...ascii(text)];

/**
 * Stores the statement of `dogfight id link`: another key of the player's vouches for this browser.
 * @param {string} printed
 */
export async function link(printed) {
  const { origin, fingerprint, statement } = taken(printed);
  if (origin && origin !== location.origin) throw new Error(`That is for ${origin}, and this is ${location.origin}.`);
  if (fingerprint !== (await describe()).fingerprint) throw new Error(`That is for another browser, ${fingerprint}.`);
  local.set(vouch, statement);
}

/** Parses that statement: ORIGIN/#link=FINGERPRINT.STATEMENT, the last two in base64url. @param {string} printed */
export function taken(printed) {
  const parts = /^(?:(https?:\/\/[^\s/]+)\/#link=)?([\w-]{43})\.([\w-]{20,2731})$/.exec(printed.replace(/\s/g, ''));
  const digits = parts && bytesOf(parts[2], size), statement = parts && bytesOf(parts[3]);
  if (!digits || !statement || String.fromCharCode(...statement.subarray(0, 6)) !== 'SSHSIG') {
    throw new Error('That is not what "dogfight id link" prints.');
  }
  return { origin: parts[1] ?? '', fingerprint: 'SHA256:' + base64(digits), statement: parts[3] };
}

/** Forgets the statement of the other key. A host that has seen it still knows. */
export function unlink() {
  local.remove(vouch);
}

/** Forgets the identity: the next visit is a stranger's. */
export async function forget() {
  own = undefined;
  for (const place of [token, vouch]) local.remove(place);
  session.remove(tab);
  await forgetKey();
}
