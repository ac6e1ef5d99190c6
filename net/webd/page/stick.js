// A stick: the held directions by its position. A thumb or a gamepad moves it.

/** The directions of the eight courses, clockwise from the right. */
const eight = [['right'], ['right', 'down'], ['down'], ['left', 'down'], ['left'], ['left', 'up'], ['up'], ['right', 'up']];

/** No course: the stick is in the middle. */
export const middle = -1;

/** The distance, of 1, at which a course begins, and at which it ends. */
const out = 0.34, back = 0.22;
/** The distance beyond the edge of a course at which another begins, in parts of a course. */
const slack = 0.2;

/**
 * Returns the course of a stick, 0 to 7 clockwise from the right, or middle. On the edge between two it keeps the old one,
 * so that a trembling thumb does not make a ship tremble.
 * @param {number} x     -1 to 1, to the right
 * @param {number} y     likewise, down
 * @param {number} was   the course before
 * @param {boolean} [straight] only the four straight ones
 */
export function courseOf(x, y, was, straight = false) {
  const far = Math.hypot(x, y);
  if (!(far >= (was === middle ? out : back))) return middle; // also for NaN
  const step = straight ? 2 : 1;
  const at = (Math.atan2(y, x) / (Math.PI / 4) + 8) % 8;
  if (was !== middle && was % step === 0 && apart(at, was) <= step * (0.5 + slack)) return was;
  return Math.round(at / step) * step % 8;
}

/** The distance between two courses, around the circle. */
function apart(a, b) {
  const way = Math.abs(a - b) % 8;
  return Math.min(way, 8 - way);
}

/** Returns the directions that make a course. @param {number} course. @returns {string[]} */
export const directionsOf = (course) => eight[course] ?? [];
