// Gamepads, by the browser's API: they steer the same pad as thumbs.

import { padOf } from './pad.js';
import { feel, shakeGamepad } from './vibrate.js';
import { addStyle, showLegend } from './legend.js';

/** The buttons of a gamepad in the standard mapping (w3.org/TR/gamepad, Remapping). */
const buttons = { 0: 'a', 1: 'b', 2: 'x', 3: 'y', 4: 'b', 5: 'a', 6: 'b', 7: 'a', 8: 'x', 9: 'menu' };
/** The four buttons of the directional pad. */
const cross = { up: 12, down: 13, left: 14, right: 15 };
/** The least pull of a trigger that counts. */
const pulled = 0.35;

/**
 * Reads a gamepad: a stick, and the pressed buttons by name.
 * @param {{axes: readonly number[], buttons: readonly {pressed: boolean, value: number}[]}} gamepad
 */
export function readGamepad(gamepad) {
  const is = (i) => Boolean(gamepad.buttons[i]?.pressed) || (gamepad.buttons[i]?.value ?? 0) > pulled;
  let [x = 0, y = 0] = gamepad.axes;
  const left = is(cross.left), right = is(cross.right), up = is(cross.up), down = is(cross.down);
  if (left || right || up || down) [x, y] = [Number(right) - Number(left), Number(down) - Number(up)];
  const held = new Set();
  for (const [i, name] of Object.entries(buttons)) if (is(i)) held.add(name);
  return { x, y, held };
}

/**
 * Lets gamepads steer.
 * @param {import('./connect.js').Session} session
 * @param {import('./main.js').UI} ui
 */
export function start(session, ui) {
  if (!navigator.getGamepads) return;
  const pad = padOf(session);
  /** @type {Map<number, object>} sources of the pad, by the gamepad's number */
  const known = new Map();
  let frame = 0, newest = -1;
  const names = [...new Set(Object.values(buttons))];

  const poll = () => {
    frame = known.size > 0 ? requestAnimationFrame(poll) : 0;
    for (const gamepad of navigator.getGamepads()) {
      const source = gamepad?.connected && known.get(gamepad.index);
      if (!source) continue;
      const { x, y, held } = readGamepad(gamepad);
      if (pad.steer(source, x, y) >= 0 || held.size > 0) newest = gamepad.index;
      for (const name of names) pad.press(source, name, held.has(name));
    }
  };
  const meet = (gamepad) => {
    if (!gamepad || known.has(gamepad.index)) return;
    known.set(gamepad.index, { gamepad: gamepad.index });
    newest = gamepad.index;
    showLegend(ui.stage, pad);
    if (!frame) frame = requestAnimationFrame(poll);
  };
  addStyle();
  window.addEventListener('gamepadconnected', ({ gamepad }) => meet(gamepad));
  window.addEventListener('gamepaddisconnected', ({ gamepad }) => {
    const source = known.get(gamepad.index);
    known.delete(gamepad.index);
    if (source) pad.release(source);
  });
  for (const gamepad of navigator.getGamepads()) meet(gamepad);
  feel(session, (how) => shakeGamepad(navigator.getGamepads()[newest] ?? null, how));
}
