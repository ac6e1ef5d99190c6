// Vibration, if there is hardware for it.

/** What is done for each thing that the host tells: milliseconds of shaking and pauses, and how strongly a gamepad shakes. */
const feels = {
  hit: { pattern: [28], strong: 0.35, weak: 0.7 },
  lost: { pattern: [70, 50, 160], strong: 1, weak: 1 },
};
/** Hits come no closer than this, in milliseconds: one long shaking tells nothing. */
const gap = 110;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Has a function called for what is to be felt, unless the player wants nothing to move.
 * @param {import('./connect.js').Session} session
 * @param {(feel: {pattern: number[], strong: number, weak: number}) => void} shake
 */
export function feel(session, shake) {
  let last = -Infinity;
  session.on('felt', (what) => {
    const now = performance.now();
    if (!Object.hasOwn(feels, what) || still.matches || document.hidden || what === 'hit' && now - last < gap) return;
    last = now;
    shake(feels[what]);
  });
}

/** Shakes what is held in the hands, where it can be. */
export function shakePhone({ pattern }) {
  navigator.vibrate?.(pattern);
}

/** Shakes a gamepad, where it can be. @param {Gamepad | null} gamepad */
export function shakeGamepad(gamepad, { pattern, strong, weak }) {
  const duration = pattern.reduce((sum, part) => sum + part, 0);
  gamepad?.vibrationActuator?.playEffect?.('dual-rumble', { duration, strongMagnitude: strong, weakMagnitude: weak })?.catch?.(() => {});
}
