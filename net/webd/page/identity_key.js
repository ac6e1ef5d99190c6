/** The browser's own key, and its storage. */

const algorithm = 'Ed25519';
const database = 'dogfight', store = 'identity', place = 'key';
/** Milliseconds for a database to open: some never do, and the host does not wait for long. */
const patience = 3000;

/** @typedef {{pair: CryptoKeyPair, bytes: Uint8Array}} Key bytes: the public half */

/**
 * Returns the stored key, and makes one at first use; undefined if there can be none.
 * @returns {Promise<Key | undefined>}
 */
export async function keptKey() {
  if (!globalThis.crypto?.subtle || !globalThis.indexedDB) return undefined;
  const db = await open();
  if (!db) return undefined;
  try {
    const pair = (await within(db, 'readonly', (keys) => keys.get(place))) ?? (await keep(db, await make()));
    return pair && { pair, bytes: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)) };
  } finally {
    db.close();
  }
}

/** Makes a key that cannot be exported; undefined if the browser does not support that. */
export async function make() {
  try {
    return /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']));
  } catch {
    return undefined;
  }
}

/** Stores a key, unless another tab has just stored one, and returns the stored one; undefined if none can be. */
async function keep(db, pair) {
  if (!pair) return undefined;
  try {
    return await within(db, 'readwrite', (keys, then) => {
      const had = keys.get(place);
      had.onsuccess = () => {
        if (had.result) then(had.result);
        else keys.put(pair, place).onsuccess = () => then(pair);
      };
    });
  } catch {
    return undefined; // the browser stores no keys
  }
}

/** @param {CryptoKeyPair} pair @param {string} text */
export async function sign(pair, text) {
  return new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, new TextEncoder().encode(text)));
}

/** Forgets the key. */
export async function forgetKey() {
  const db = globalThis.indexedDB && (await open());
  if (!db) return;
  try {
    await within(db, 'readwrite', (keys) => keys.delete(place));
  } finally {
    db.close();
  }
}

/** Opens the database; undefined if there is none. It throws if that takes too long: there may be a key in it. */
function open() {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the browser does not open its database')), patience);
    let asked;
    try {
      asked = indexedDB.open(database, 1);
    } catch {
      resolve(undefined);
      return;
    }
    asked.onupgradeneeded = () => asked.result.createObjectStore(store);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => resolve(undefined);
  });
}

/**
 * Runs a transaction on the keys, and returns its result once that is on the disk: that of its request, or the value for `then`.
 * @param {(keys: IDBObjectStore, then: (value: any) => void) => IDBRequest | void} act
 */
function within(db, mode, act) {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, mode);
    let value;
    transaction.oncomplete = () => resolve(value);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
    const asked = act(transaction.objectStore(store), (given) => { value = given; });
    if (asked) asked.onsuccess = () => { value = asked.result; };
  });
}
