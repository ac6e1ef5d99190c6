import { Terminal } from './npm/xterm/xterm.mjs';
import { fonts } from './glyphs.js';
import { fit } from './fit.js';
import { Keyboard } from './keys.js';
import { Picture } from './picture.js';
import { countEmoji } from './widths.js';
import { themes } from './colours.js';

/** Milliseconds without a change of size until the host gets it. */
const settled = 80;

/**
 * Opens a terminal that fills an element, but for the room of the thumbs on a phone, and is played on over a session.
 * @param {HTMLElement} stage
 * @param {import('./connect.js').Session} session
 */
export function openTerminal(stage, session) {
  const light = matchMedia('(prefers-color-scheme: light)');
  const theme = () => light.matches ? themes.light : themes.dark;
  const terminal = new Terminal({
    allowProposedApi: true, scrollback: 0, vtExtensions: { kittyKeyboard: true }, scrollbar: { showScrollbar: false },
    theme: theme(), fontFamily: fonts, logLevel: 'off', linkHandler: { activate() {} },
  });
  countEmoji(terminal);
  nameItself(terminal);
  const picture = new Picture(terminal);
  const view = document.createElement('div');
  view.className = 'view';
  const grid = () => {
    const box = view.getBoundingClientRect(), ratio = devicePixelRatio;
    return fit(Math.floor(box.width * ratio), Math.floor(box.height * ratio), ratio);
  };
  const place = () => {
    const to = grid();
    frame.style.left = `${to.left / devicePixelRatio}px`;
    frame.style.top = `${to.top / devicePixelRatio}px`;
    picture.fit(to, devicePixelRatio);
  };

  // xterm.js makes a style sheet when it opens, which the page's policy forbids and nothing here needs: it is taken out before
  // it takes effect.
  const frame = document.createElement('div');
  frame.className = 'frame';
  terminal.open(frame);
  for (const style of frame.querySelectorAll('style')) style.remove();
  view.append(frame);
  stage.prepend(view);
  picture.theme = theme();
  place();

  terminal.onData((text) => session.type(text));
  terminal.onBinary((text) => session.typeBinary(text));
  session.on('bytes', (bytes) => terminal.write(bytes));
  session.on('welcome', () => terminal.write('\x1bc')); // earlier output is void, and so are all modes
  const keyboard = new Keyboard(terminal, (text) => session.type(text), () => session.state === 'playing');
  terminal.textarea.setAttribute('aria-label', 'The game. F6 leads to the buttons.');

  terminal.onResize(({ cols, rows }) => session.send({ resize: { columns: cols, rows } }));
  let timer = 0;
  new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (stage.hidden) return;
      place();
    }, settled);
  }).observe(view);
  const watchRatio = () => { // which a window that goes to another screen has, in the same size
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => { place(); watchRatio(); }, { once: true });
  };
  watchRatio();
  light.addEventListener('change', () => {
    terminal.options.theme = picture.theme = theme();
    if (terminal.modes.sendFocusMode) terminal.input('\x1b[I', false); // upon which the game asks for the colours again
  });
  stopTheWheel(frame, terminal);
  return { terminal, picture, keyboard, place };
}

/** Has a terminal answer what it is: net/webd/doc.go. */
function nameItself(terminal) {
  terminal.parser.registerCsiHandler({ prefix: '>', final: 'q' }, () => {
    terminal.input('\x1bP>|dogfight-page(1)\x1b\\', false);
    return true;
  });
}

/**
 * xterm.js makes presses of arrows of a wheel that is turned, and of swipes. That is good in menus; but where releases are
 * reported, a ship would turn and turn. Nor is there anything to be marked with the mouse.
 */
function stopTheWheel(frame, terminal) {
  const flies = () => (terminal._core.coreService.kittyKeyboard.flags & 2) !== 0;
  terminal.attachCustomWheelEventHandler(() => !flies());
  for (const name of ['touchstart', 'touchmove']) {
    frame.addEventListener(name, (event) => flies() && event.stopPropagation(), { capture: true, passive: true });
  }
  frame.addEventListener('mousedown', (event) => {
    if (terminal.modes.mouseTrackingMode !== 'none') return;
    event.preventDefault();
    event.stopPropagation();
    terminal.focus();
  }, { capture: true });
  frame.addEventListener('contextmenu', (event) => flies() && event.preventDefault(), { capture: true });
}
