/** Keys that remain the browser's, whatever is played: reload, full screen, the tools of developers, and F6, by which the focus gets away. */
const browserKeys = new Set(['F5', 'F6', 'F11', 'F12', 'BrowserBack', 'BrowserForward', 'BrowserRefresh', 'BrowserSearch']);
/** What Ctrl makes of letters that is the game's: leaving, and editing a line. */
const gameLetters = new Set(['c', 'a', 'e', 'k', 'u', 'b']);

/**
 * Says whether a key is left to the browser.
 * @param {KeyboardEvent} event
 */
export function isBrowsers(event) {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (browserKeys.has(key) || metaKey || key === 'Meta') return true;
  if (!ctrlKey || altKey) return false; // AltGr is both
  if (key === 'Tab' || key === 'PageUp' || key === 'PageDown') return true; // another tab
  return key.length === 1 && (shiftKey || !gameLetters.has(key.toLowerCase()));
}

/** Has a terminal take the keys that are the game's, and lets all go that are held when the player looks elsewhere. */
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
    if (event.key === 'Meta' && event.type === 'keyup') this.release(); // macOS reports no key that is let go while Cmd is held
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
