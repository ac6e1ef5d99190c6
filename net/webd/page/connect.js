/**
 * The connection to the host, as net/webd/doc.go has it. One that is lost comes again by itself, for as long as the page is seen.
 */

/** Milliseconds before each attempt to come again; the last is for all that follow. */
const pauses = [0, 250, 500, 1000, 2000];
/** How long a host may take to say welcome, in milliseconds. */
const patience = 8000;
/** How long a message may be, in bytes. */
const longest = 4096;

const subprotocol = 'dogfight.1';

/**
 * @typedef {'idle' | 'connecting' | 'playing' | 'lost' | 'over'} State
 *
 * Events, by name, and what they bring:
 *   state    State       another one
 *   bytes    Uint8Array  for the terminal
 *   welcome  {known}     the host took us in; what it has shown before is void
 *   bye      {why, again}  it is over
 *   cues, input, ...     any other text message, by the name of its member
 */
export class Session {
  /** @type {State} */
  state = 'idle';
  /** What was last heard of each kind of text message. @type {Record<string, any>} */
  heard = {};

  #listeners = new Map();
  #socket = null;
  /** The connection over which the hello went; what is said before it has the host hang up. @type {?WebSocket} */
  #greeted = null;
  #attempts = 0;
  #timer = 0;
  #encoder = new TextEncoder();

  /**
   * @param {object} options
   * @param {() => object} options.hello     who comes, and on what terminal
   * @param {(challenge: string) => Promise<object>} [options.identify] more for the hello: who that is, with its proof
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
   * Has a function called when something happens. @param {string} name. @param {(value: any) => void} listener
   * @returns {() => void} what ends that
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

  /** Comes to the host. */
  start() {
    this.#drop();
    this.#attempts = 0;
    this.#become('connecting');
    this.#connect();
  }

  /** Goes for good. */
  leave() {
    this.send({ leave: true });
    this.#end();
  }

  /** Says something to the host; nothing before the hello, nor while there is no connection. @param {object} message of one member */
  send(message) {
    if (this.#greeted === this.#socket) this.#say(message);
  }

  #say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Types text, as a terminal encodes it. @param {string} text */
  type(text) {
    if (this.state === 'playing') this.#sendBytes(this.#encoder.encode(text));
  }

  /** Types bytes, each a character. @param {string} text */
  typeBinary(text) {
    if (this.state === 'playing') this.#sendBytes(Uint8Array.from(text, (c) => c.charCodeAt(0)));
  }

  #sendBytes(bytes) {
    for (let at = 0; at < bytes.length; at += longest) this.#socket?.send(bytes.subarray(at, at + longest));
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.url, subprotocol);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#lost(socket), patience);
    const mine = (f) => (event) => { if (socket === this.#socket) f(event); };
    socket.onmessage = mine(({ data }) => {
      if (typeof data !== 'string') this.#emit('bytes', new Uint8Array(data));
      else this.#hear(JSON.parse(data), socket);
    });
    socket.onclose = mine(({ code }) => {
      if (code === 1008 || code === 1009) this.#hear({ bye: { why: 'The host and this page do not understand each other. Reload the page.', again: false } });
      else this.#lost(socket);
    });
  }

  async #hear(message, socket) {
    const [name] = Object.keys(message), value = message[name];
    this.heard[name] = value;
    switch (name) {
      case 'challenge': {
        const identity = await this.identify(value).catch(() => ({}));
        if (socket !== this.#socket) return;
        this.#say({ hello: { ...this.hello(), ...identity } });
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

  /** Notes that a connection is gone, and comes again after a while. */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#drop();
    if (this.state === 'playing') this.#become('lost');
    const pause = pauses[Math.min(this.#attempts++, pauses.length - 1)];
    this.#timer = setTimeout(() => this.#again(), pause);
  }

  /** Tries once more, unless nobody looks: then it waits until somebody does. */
  #again() {
    if (!document.hidden) this.#connect();
  }

  /** Comes at once, now that it may be of use. */
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

/** Returns where the host of a page listens for its WebSocket. @param {string} page */
export function addressOf(page) {
  const url = new URL('ws', page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = url.hash = '';
  return url.href;
}
