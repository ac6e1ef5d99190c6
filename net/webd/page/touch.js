// A stick and buttons over the picture, held with two thumbs.

import { addStyle } from './legend.js';
import { padOf } from './pad.js';
import { middle } from './stick.js';
import { Writing } from './writing.js';
import { feel, shakePhone } from './vibrate.js';

/** The buttons, and whether they are for the fire hand or at the edge. What is written on them the host says. */
const buttons = { a: 'big', b: 'big', menu: 'small', x: 'small', y: 'small', more: 'small' };
/** What the first words are, until the host has said others. */
const words = { menu: 'MENU', more: '⋯' };
/** How far beside a large button a thumb may come down, in radii. */
const reach = 1.6;
/** How far beyond its edge a thumb drags the stick along, in radii. */
const drag = 1.35;
/** How long it is hinted that there is more to see with the phone on its side, in milliseconds. */
const hinted = 6000;

const svg = 'http://www.w3.org/2000/svg';

/** Touch is what lies over the picture. */
class Touch {
  /** @type {Map<number, {button?: string, x?: number, y?: number}>} fingers that are down, by their pointers' ids */
  #fingers = new Map();
  #barTimer = 0;

  /**
   * @param {import('./connect.js').Session} session
   * @param {import('./main.js').UI} ui
   */
  constructor(session, ui) {
    this.session = session;
    this.ui = ui;
    this.pad = padOf(session);
    this.layer = this.#build();
    this.writing = new Writing(ui.stage, this.pad, () => ui.terminal.focus());
    ui.stage.append(this.layer);
    this.pad.addEventListener('input', () => this.#label());
    this.pad.addEventListener('released', () => this.#forget());
    this.#label();
    this.#listen();
    this.show(ui.touch);
  }

  #build() {
    const layer = document.createElement('div');
    layer.id = 'touch';
    this.stick = document.createElement('div');
    this.stick.className = 'stick';
    this.stick.append(ring());
    this.knob = document.createElement('i');
    this.stick.append(this.knob);
    const edge = document.createElement('div');
    edge.className = 'edge';
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
    for (const [name, size] of Object.entries(buttons)) {
      const button = document.createElement('button');
      button.type = 'button';
      button.tabIndex = -1; // a keyboard has keys for all of it
      button.dataset.pad = name;
      button.className = size;
      button.append(document.createElement('span'));
      this.buttons[name] = button;
      (size === 'big' ? layer : edge).append(button);
    }
    this.buttons.more.setAttribute('aria-label', 'Full screen, sound, leave');
    this.turn = document.createElement('p');
    this.turn.className = 'turn';
    this.turn.setAttribute('role', 'status');
    layer.append(this.stick, edge, this.turn);
    return layer;
  }

  /** Writes on the buttons what they do, and hides those that do nothing. */
  #label() {
    const back = this.pad.input.b === 'BACK'; // which leads out of where the menu leads to
    for (const [name, button] of Object.entries(this.buttons)) {
      const word = (back ? '' : words[name]) || (this.pad.input[name] ?? '');
      button.firstChild.textContent = word;
      button.hidden = !word;
    }
    this.layer.dataset.for = this.pad.input.for;
    this.writing.follow(this.pad.input.for, this.shown);
  }

  /** Shows it, or hides it if there is a keyboard after all. @param {boolean} on */
  show(on) {
    this.shown = on;
    this.layer.hidden = !on;
    this.ui.stage.classList.toggle('touched', on);
    if (on) this.ui.terminal.textarea.inputMode = 'none'; // no keyboard on the screen
    else this.ui.terminal.textarea.removeAttribute('inputmode');
    if (on) this.#hintToTurn();
    else this.pad.release(this);
    this.writing.follow(this.pad.input.for, on);
  }

  #listen() {
    const { layer, ui } = this;
    layer.addEventListener('pointerdown', (event) => this.#down(event));
    layer.addEventListener('pointermove', (event) => this.#move(event));
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture']) layer.addEventListener(name, (event) => this.#up(event));
    for (const name of ['touchstart', 'touchmove', 'touchend', 'gesturestart', 'dblclick', 'contextmenu', 'selectstart']) {
      layer.addEventListener(name, (event) => event.cancelable && event.preventDefault(), { passive: false });
    }
    layer.addEventListener('click', (event) => { // without a touch: a screen reader, a switch
      const name = event.target.closest('button')?.dataset.pad;
      if (name && event.detail === 0) this.#tap(name);
    });
    ui.stage.addEventListener('pointerdown', (event) => !this.shown && event.pointerType === 'touch' && this.show(true), { capture: true });
    window.addEventListener('keydown', (event) => {
      if (this.shown && event.isTrusted && event.target === ui.terminal.textarea && event.keyCode !== 229 && event.key !== 'Unidentified') this.show(false);
    }, { capture: true });
    matchMedia('(orientation: portrait)').addEventListener('change', () => this.#hintToTurn());
  }

  /** Takes a finger that comes down. */
  #down(event) {
    if (event.pointerType === 'mouse') {
      this.show(false);
      return;
    }
    event.preventDefault();
    this.layer.setPointerCapture(event.pointerId);
    const box = this.layer.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    const name = event.target.closest('button')?.dataset.pad ?? this.#near(event.clientX, event.clientY);
    if (name) {
      this.#fingers.set(event.pointerId, { button: name });
      this.buttons[name].classList.add('held');
      if (name !== 'y' && name !== 'more') this.pad.press(this, name, true);
    } else if (x < box.width / 2 && !this.#steering()) {
      this.#fingers.set(event.pointerId, { x, y });
      this.#place(x, y);
      this.#steer(0, 0);
    }
  }

  /** Returns the large button that a thumb means: the nearest, if it is near. */
  #near(x, y) {
    let best, least = reach;
    for (const name of ['a', 'b']) {
      const box = this.buttons[name].getBoundingClientRect(), radius = box.width / 2;
      const far = Math.hypot(x - box.left - radius, y - box.top - radius) / radius;
      if (radius > 0 && far < least) [best, least] = [name, far];
    }
    return best;
  }

  #steering() {
    return [...this.#fingers.values()].find(({ button }) => !button);
  }

  #move(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    if (finger.button) {
      this.#slide(finger, event);
      return;
    }
    const box = this.layer.getBoundingClientRect(), radius = this.stick.offsetWidth / 2;
    let dx = event.clientX - box.left - finger.x, dy = event.clientY - box.top - finger.y;
    const far = Math.hypot(dx, dy), most = radius * drag;
    if (far > most) { // the stick comes along, so that the way back is short
      finger.x += dx * (1 - most / far);
      finger.y += dy * (1 - most / far);
      [dx, dy] = [dx * most / far, dy * most / far];
      this.#place(finger.x, finger.y);
    }
    this.#steer(dx / radius, dy / radius);
  }

  /** Has a thumb that slides from one large button to the other press that. */
  #slide(finger, event) {
    const { button } = finger;
    if (button !== 'a' && button !== 'b') return;
    const name = this.#near(event.clientX, event.clientY);
    if (!name || name === button) return;
    finger.button = name;
    this.pad.press(this, name, true);
    this.buttons[name].classList.add('held');
    this.#let(button);
  }

  #up(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!this.#fingers.delete(event.pointerId)) return;
    if (!finger.button) {
      this.#restStick();
      this.pad.steer(this, 0, 0);
      return;
    }
    this.#let(finger.button);
    if (event.type === 'pointerup' && (finger.button === 'y' || finger.button === 'more')) this.#tap(finger.button);
  }

  /** Lets a button go, unless another finger is on it. */
  #let(name) {
    if ([...this.#fingers.values()].some(({ button }) => button === name)) return;
    this.buttons[name].classList.remove('held');
    this.pad.press(this, name, false);
  }

  #tap(name) {
    if (name === 'more') {
      this.#showBar();
      return;
    }
    if (name === 'y' && this.pad.input.y === 'CHAT') this.writing.open(false); // now: a keyboard comes only with a touch
    this.pad.tap(name);
  }

  /** Shows the buttons of the page for a while. */
  #showBar() {
    const bar = this.ui.stage.querySelector('#bar');
    clearTimeout(this.#barTimer);
    if (bar.classList.toggle('shown')) this.#barTimer = setTimeout(() => bar.classList.remove('shown'), 6000);
  }

  #steer(x, y) {
    const course = this.pad.steer(this, x, y);
    this.stick.dataset.course = String(course);
    this.stick.classList.toggle('steers', course !== middle);
    const far = Math.max(1, Math.hypot(x, y)), radius = this.stick.offsetWidth / 2;
    this.knob.style.transform = `translate(${x / far * radius}px, ${y / far * radius}px)`;
  }

  /** Has the stick be where a thumb came down, and all of it in sight. */
  #place(x, y) {
    this.stick.classList.add('held');
    this.stick.style.left = `${x}px`;
    this.stick.style.top = `${y}px`;
  }

  /** Forgets the fingers that are down: the pad was let go of. */
  #forget() {
    this.#fingers.clear();
    for (const button of Object.values(this.buttons)) button.classList.remove('held');
    this.#restStick();
  }

  /** Has the stick wait where it is out of the way. */
  #restStick() {
    this.stick.classList.remove('held', 'steers');
    this.stick.removeAttribute('style');
    this.knob.removeAttribute('style');
    this.stick.dataset.course = String(middle);
  }

  #hintToTurn() {
    const upright = matchMedia('(orientation: portrait) and (max-width: 600px)').matches;
    this.turn.textContent = upright && this.shown ? 'Turn your phone on its side to see farther' : '';
    clearTimeout(this.hint);
    if (upright) this.hint = setTimeout(() => { this.turn.textContent = ''; }, hinted);
  }
}

/** The ring of a stick, with a mark for each course. */
function ring() {
  const all = document.createElementNS(svg, 'svg');
  all.setAttribute('viewBox', '-50 -50 100 100');
  for (let course = 0; course < 8; course++) {
    const mark = document.createElementNS(svg, 'path');
    mark.setAttribute('d', course % 2 ? 'M37 -4 L43 0 L37 4' : 'M35 -7 L44 0 L35 7');
    mark.setAttribute('transform', `rotate(${course * 45})`);
    mark.dataset.course = String(course);
    all.append(mark);
  }
  return all;
}

/**
 * Has the game be played with two thumbs, if that is how the page is held, or as soon as it is.
 * @param {import('./connect.js').Session} session
 * @param {import('./main.js').UI} ui
 */
export function start(session, ui) {
  addStyle();
  const touch = new Touch(session, ui);
  feel(session, (how) => touch.shown && shakePhone(how));
  Object.assign(window.dogfight ??= {}, { touch }); // for tests in a browser
}
