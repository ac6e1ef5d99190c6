// What a page's identity.js does, outside a browser: node has WebCrypto with ed25519, but nowhere to keep a key. It prints one
// line of JSON for the test that runs it. Arguments: the folder of the page, an origin, a challenge.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

const [, , folder, origin, challenge] = process.argv;
const load = (name, as = '') => import(`${pathToFileURL(folder)}/${name}${as}`);

/** A Storage. */
class Kept extends Map {
  getItem(name) { return this.get(name) ?? null; }
  setItem(name, text) { this.set(name, text); }
  removeItem(name) { this.delete(name); }
}
const none = () => { throw new DOMException('denied', 'SecurityError'); };
const keep = (localStorage, sessionStorage) => {
  for (const [name, value] of Object.entries({ localStorage, sessionStorage })) {
    Object.defineProperty(globalThis, name, { configurable: true, get: value ? () => value : none });
  }
};
globalThis.location = { origin };

// A key.
const { make, sign } = await load('identity_key.js');
const keeping = new Kept();
keep(keeping, new Kept());
let page = await load('identity.js', '?first');
const pair = await make();
assert.equal(pair.privateKey.extractable, false);
await assert.rejects(crypto.subtle.exportKey('pkcs8', pair.privateKey));
assert.equal((await sign(pair, 'x')).length, 64);
const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
const key = { proof: await page.proofOf({ pair, bytes }, origin, challenge), fingerprint: page.fingerprintOf({ kind: 'key', bytes }) };

// A token: of all visits the same, for those who ask at once and after the page was loaded anew.
const [one, two] = await Promise.all([page.identify(challenge), page.identify(challenge)]);
assert.deepEqual(one, two);
page = await load('identity.js', '?reloaded');
assert.deepEqual(await page.identify('another'), one);
const told = await page.describe();
assert.deepEqual({ ...told, fingerprint: '' }, { kind: 'token', fingerprint: '', kept: true, linked: false });
const token = { proof: one.proof, fingerprint: told.fingerprint };
assert.match(one.tab, /^[\w-]{43}$/);

// Another tab is another.
keep(keeping, new Kept());
page = await load('identity.js', '?tab');
const beside = await page.identify(challenge);
assert.deepEqual(beside.proof, one.proof);
assert.notEqual(beside.tab, one.tab);

// A link: what is for another browser, or another host, or is rubbish, is refused.
const digits = told.fingerprint.slice('SHA256:'.length).replaceAll('+', '-').replaceAll('/', '_');
const statement = Buffer.from('SSHSIG and more of it').toString('base64url');
const printed = `${origin}/#link=${digits}.${statement}`;
for (const [text, why] of [
  ['', /not what/], ['hello', /not what/], [`${digits}.AAAAAAAAAAAAAAAAAAAAAAAA`, /not what/], [printed + '=', /not what/],
  [`https://other.example/#link=${digits}.${statement}`, /is for https:\/\/other/],
  [`${'A'.repeat(43)}.${statement}`, /another browser, SHA256:AAA/],
  [`${'A'.repeat(42)}B.${statement}`, /not what/],
]) await assert.rejects(page.link(text), why, text);
assert.equal((await page.identify(challenge)).vouch, undefined);
for (const text of [printed, `${digits}.${statement}`, ` ${printed.slice(0, 90)}\n  ${printed.slice(90)}\n`]) {
  await page.link(text);
  assert.equal((await page.identify(challenge)).vouch, statement);
  assert.equal((await page.describe()).linked, true);
  page.unlink();
  assert.equal((await page.identify(challenge)).vouch, undefined);
}

// Who is forgotten is another, and nothing of the old one is left.
await page.link(printed);
await page.forget();
const stranger = await page.identify(challenge);
assert.notDeepEqual(stranger.proof, one.proof);
assert.equal(stranger.vouch, undefined);
assert.equal((await page.describe()).linked, false);

// A browser that keeps nothing has a token until the page is closed.
keep();
page = await load('identity.js', '?private');
const fleeting = await page.identify(challenge);
assert.deepEqual(await page.identify(challenge), fleeting);
assert.equal((await page.describe()).kept, false);
assert.match(fleeting.proof.token, /^[\w-]{43}$/);

console.log(JSON.stringify({ key, token, fleeting: { proof: fleeting.proof, fingerprint: (await page.describe()).fingerprint } }));
