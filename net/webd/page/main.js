import { openBar, toggleFullScreen } from './bar.js';
import { openCard, showMatch } from './card.js';
import { Session } from './connect.js';
import { identify, invitation } from './identity.js';
import { openTerminal } from './terminal.js';
import { openTitle } from './title.js';
import { openWhoAmI } from './whoami.js';

const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const card = $('card'), stage = $('stage'), notice = $('notice'), touch = matchMedia('(hover: none) and (pointer: coarse)').matches;

$('relayed').hidden = !invitation;

let who = { name: '', watch: false };
const session = new Session({
  hello: () => ({
    name: who.name, watch: who.watch, columns: ui.terminal.cols, rows: ui.terminal.rows, touch,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
  }),
  identify,
});

/**
 * The shared parts of the page. `stage` is the area of the game: overlays of the picture go in there.
 * @typedef {object} UI
 * @property {HTMLElement} stage
 * @property {boolean} touch             no keyboard
 * @property {import('./npm/xterm/xterm.mjs').Terminal} terminal
 * @property {import('./picture.js').Picture} picture
 * @property {import('./keys.js').Keyboard} keyboard
 * @property {() => void} place          fits the terminal into the stage again
 * @property {() => void} toggleFullScreen
 * @property {() => void} leave
 */
const ui = /** @type {UI} */ ({ stage, touch, toggleFullScreen, leave });
globalThis.dogfight = { session, ui }; // for the browser's console, and tests

function begin(chosen) {
  who = chosen;
  card.hidden = true;
  stage.hidden = false;
  if (!ui.terminal) {
    Object.assign(ui, openTerminal(stage, session));
    if (touch) ui.terminal.textarea.inputMode = 'none'; // no keyboard on the screen
    openBar(stage, $('bar'), ui.terminal, leave);
    startParts();
  }
  if (!history.state?.playing) history.pushState({ playing: true }, '');
  ui.place();
  session.start();
  ui.terminal.focus();
}

/** Starts the parts that the first picture does not need. If one fails, the others work. */
function startParts() {
  for (const part of ['touch', 'gamepad', 'sound']) {
    import(`./${part}.js`).then((module) => module.start(session, ui)).catch((error) => console.warn(part, error));
  }
}

/** Goes back to the card. */
function leave() {
  if (history.state?.playing) history.back(); // it calls close
  else close('');
}

function close(why) {
  if (session.state !== 'over') session.leave();
  if (document.fullscreenElement) document.exitFullscreen();
  stage.hidden = true;
  card.hidden = false;
  $('why').textContent = why;
  showMatch($('match'));
  (touch ? $('play') : $('name')).focus();
}

/** Shows a message over the picture, with a button. It stays until the button is pressed. */
function say(text, label, act) {
  notice.hidden = !text;
  $('spoken').textContent = text; // screen readers do not read text that was hidden
  if (!text) return;
  $('said').textContent = text;
  const button = $('act');
  button.textContent = label;
  button.onclick = act;
}

// A held key is for the game, and not for a button that has just appeared.
notice.addEventListener('keydown', (event) => event.repeat && event.preventDefault());

/** Makes a sentence of a reason from the host. */
function sentence(text) {
  return text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}

session.on('state', (state) => {
  ui.stage.classList.toggle('stale', state !== 'playing');
  if (state === 'playing') {
    say('');
    ui.terminal.focus();
  } else if (state === 'connecting') {
    setTimeout(() => session.state === 'connecting' && say('Connecting …', 'Back', leave), 400);
  } else if (state === 'lost') {
    say(`Connection lost.${session.heard.welcome?.known ? ' Your seat is kept.' : ''} Trying again …`, 'Back', leave);
  }
});
session.on('bye', ({ why }) => {
  say(sentence(why || 'you left'), who.watch ? 'Watch again' : 'Play again', () => begin(who));
  $('act').focus();
});

window.addEventListener('popstate', () => {
  if (!stage.hidden) close('');
  else if (history.state?.playing) history.back();
});
window.addEventListener('focus', () => {
  if (!stage.hidden && notice.hidden && document.activeElement === document.body) ui.terminal.focus();
});

if (history.state?.playing) history.replaceState(null, ''); // reloaded
openTitle($('sky'));
openCard($('who'), begin);
openWhoAmI($('whoami'), session);
showMatch($('match'));
const needed = ['structuredClone', 'WebSocket', 'ResizeObserver', 'IntersectionObserver'];
if (needed.every((name) => name in globalThis)) document.documentElement.dataset.ready = ''; // see old.js
