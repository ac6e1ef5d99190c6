/**
 * The connection to the host: see net/webd/doc.go. A lost one reconnects by itself while the page is visible.
 */

/** Milliseconds before each attempt to reconnect; the last value is for all further ones. */
const pauses = [0, 250, 500, 1000, 2000];
/** Milliseconds for the host to send its welcome. */
const welcomeTime = 8000;
/** The longest message, in bytes. */
const maxMessage = 4096;

const subprotocol = 'dogfight.1';

/**
 * @typedef {'idle' | 'connecting' | 'playing' | 'lost' | 'over'} State
 *
 * Events, by name, with their values:
 *   state    State         a new one
 *   bytes    Uint8Array    output for the terminal
 *   welcome  {known}       the host has accepted the hello; all earlier output is void
 *   bye      {why, again}  the end
 *   cues, input, ...       any other text message, by the name of its member
 */
export class Session {
  /** @type {State} */
  state = 'idle';
  /** The latest text message of each kind. @type {Record<string, any>} */
  heard = {};

  #listeners = new Map();
  #socket = null;
  /** The connection that has carried the hello: the host closes one that sends anything before it. @type {?WebSocket} */
  #greeted = null;
  #attempts = 0;
  #timer = 0;
  #encoder = new TextEncoder();

  /**
   * @param {object} options
   * @param {() => object} options.hello     the hello: player and terminal
   * @param {(challenge: string) => Promise<object>} [options.identify] more of the hello: the identity, with its proof
   * @param {string} [options.url]
   */
  constructor({ hello, identify = async () => ({}), url = addressOf(document.baseURI) }) {
    this.hello = hello;
    this.identify = identify;
    this.url = url;
    document.addEventListener('visibilitychange', () => this.#hurry());
    window.addEventListener('online', () => this.#hurry());
    window.addEventListener('offline', () => this.#socket && this.#lost(this.#socket));
    window.addEventListener('pageshow', () => this.#hurry());
  }

  /**
   * Calls a function at each event. @param {string} name. @param {(value: any) => void} listener
   * @returns {() => void} a function that removes it
   */
  on(name, listener) {
    const all = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, all.add(listener));
    return () => all.delete(listener);
  }

  #emit(name, value) {
    for (const listener of this.#listeners.get(name) ?? []) listener(value);
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.#emit('state', state);
  }

  /** Connects to the host. */
  start() {
    this.#drop();
    this.#attempts = 0;
    this.#become('connecting');
    this.#connect();
  }

  /** Leaves the match. */
  leave() {
    this.send({ leave: true });
    this.#end();
  }

  /** Sends a message after the hello; drops it without a connection. @param {object} message of one member */
  send(message) {
    if (this.#greeted === this.#socket) this.#sendText(message);
  }

  #sendText(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends input, in the encoding of a terminal. @param {string} text */
  type(text) {
    if (this.state === 'playing') this.#sendBytes(this.#encoder.encode(text));
  }

  /** Sends input, a byte each character. @param {string} text */
  typeBinary(text) {
    if (this.state === 'playing') this.#sendBytes(Uint8Array.from(text, (c) => c.charCodeAt(0)));
  }

  #sendBytes(bytes) {
    for (let at = 0; at < bytes.length; at += maxMessage) this.#socket?.send(bytes.subarray(at, at + maxMessage));
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.url, subprotocol);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#lost(socket), welcomeTime);
    const mine = (f) => (event) => { if (socket === this.#socket) f(event); };
    socket.onmessage = mine(({ data }) => {
      if (typeof data !== 'string') this.#emit('bytes', new Uint8Array(data));
      else this.#handle(JSON.parse(data), socket);
    });
    socket.onclose = mine(({ code }) => {
      if (code === 1008 || code === 1009) this.#handle({ bye: { why: 'The host and this page do not understand each other. Reload the page.', again: false } });
      else this.#lost(socket);
    });
  }

  async #handle(message, socket) {
    const [name] = Object.keys(message), value = message[name];
    this.heard[name] = value;
    switch (name) {
      case 'challenge': {
        const identity = await this.identify(value).catch(() => ({}));
        if (socket !== this.#socket) return;
        this.#sendText({ hello: { ...this.hello(), ...identity } });
        this.#greeted = socket;
        return;
      }
      case 'welcome':
        clearTimeout(this.#timer);
        this.#attempts = 0;
        this.#emit(name, value);
        this.#become('playing');
        return;
      case 'bye':
        if (value.again) return this.#lost(this.#socket);
        this.#end();
    }
    this.#emit(name, value);
  }

  /** Drops a lost connection, and reconnects after a pause. */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#drop();
    if (this.state === 'playing') this.#become('lost');
    const pause = pauses[Math.min(this.#attempts++, pauses.length - 1)];
    this.#timer = setTimeout(() => this.#reconnect(), pause);
  }

  /** Reconnects if the page is visible; otherwise #hurry does later. */
  #reconnect() {
    if (!document.hidden) this.#connect();
  }

  /** Reconnects at once, as it may work now. */
  #hurry() {
    if (document.hidden || this.#socket || this.state !== 'lost' && this.state !== 'connecting') return;
    this.#attempts = 0;
    this.#connect();
  }

  #end() {
    this.#drop();
    this.#become('over');
  }

  #drop() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

/** Returns the address of the WebSocket of a page. @param {string} page */
export function addressOf(page) {
  const url = new URL('ws', page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = url.hash = '';
  return url.href;
}
