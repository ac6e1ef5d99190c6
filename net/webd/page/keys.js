/** Keys for the browser: reload, full screen, developer tools, and F6, which moves the focus away. */
const browserKeys = new Set(['F5', 'F6', 'F11', 'F12', 'BrowserBack', 'BrowserForward', 'BrowserRefresh', 'BrowserSearch']);
/** Letters with Ctrl that are for the game: leaving, and editing a line. */
const gameLetters = new Set(['c', 'a', 'e', 'k', 'u', 'b']);

/**
 * Reports whether a key is for the browser.
 * @param {KeyboardEvent} event
 */
export function isBrowsers(event) {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (browserKeys.has(key) || metaKey || key === 'Meta') return true;
  if (!ctrlKey || altKey) return false; // AltGr is both
  if (key === 'Tab' || key === 'PageUp' || key === 'PageDown') return true; // another tab
  return key.length === 1 && (shiftKey || !gameLetters.has(key.toLowerCase()));
}

/** Passes keys for the game to a terminal, and releases all held keys when the page loses the focus. */
export class Keyboard {
  /** @type {Map<string, object>} the events of keys that are held, by what is printed where they are on most keyboards */
  #held = new Map();

  /**
   * @param {import('./npm/xterm/xterm.mjs').Terminal} terminal that is open
   * @param {(text: string) => void} type
   * @param {() => boolean} plays whether there is somebody to type to
   */
  constructor(terminal, type, plays) {
    this.terminal = terminal;
    this.type = type;
    this.plays = plays;
    terminal.attachCustomKeyEventHandler((event) => this.#takes(event));
    const release = () => this.release();
    terminal.textarea.addEventListener('blur', release);
    window.addEventListener('blur', release);
    window.addEventListener('pagehide', release);
    document.addEventListener('visibilitychange', () => document.hidden && release());
  }

  #takes(event) {
    if (event.key === 'Meta' && event.type === 'keyup') this.release(); // macOS reports no release while Cmd is held
    const { type, key, code, keyCode } = event;
    if (type === 'keyup') return this.#held.delete(code) || !isBrowsers(event);
    if (isBrowsers(event) || !this.plays()) return false;
    if (type === 'keydown' && code) this.#held.set(code, { type: 'keyup', key, code, keyCode, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false });
    return true;
  }

  /** Lets all keys go. */
  release() {
    for (const event of this.#held.values()) {
      const { key } = this.terminal._core._keyboardService.evaluateKeyUp(event) ?? {};
      if (key) this.type(key);
    }
    this.#held.clear();
  }
}
