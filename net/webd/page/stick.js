// A stick: from where it is, the directions that are held. Nothing here knows whether a thumb or a gamepad moves it.

/** The directions of the eight courses, clockwise from the right, as they are held. */
const eight = [['right'], ['right', 'down'], ['down'], ['left', 'down'], ['left'], ['left', 'up'], ['up'], ['right', 'up']];

/** No course: the stick is in the middle. */
export const middle = -1;

/** How far out the stick must go to be of any course, and how far back to be of none, of 1. */
const out = 0.34, back = 0.22;
/** How far a stick may go beyond the edge of its course before that is another, in parts of a course. */
const slack = 0.2;

/**
 * Returns the course of a stick, 0 to 7 clockwise from the right, or middle. One on the edge between two stays what it was, so
 * that a thumb which trembles there makes no ship do so.
 * @param {number} x     -1 to 1, to the right
 * @param {number} y     likewise, down
 * @param {number} was   the course before
 * @param {boolean} [straight] only the four straight ones
 */
export function courseOf(x, y, was, straight = false) {
  const far = Math.hypot(x, y);
  if (!(far >= (was === middle ? out : back))) return middle; // as is what is no number
  const step = straight ? 2 : 1;
  const at = (Math.atan2(y, x) / (Math.PI / 4) + 8) % 8;
  if (was !== middle && was % step === 0 && apart(at, was) <= step * (0.5 + slack)) return was;
  return Math.round(at / step) * step % 8;
}

/** How far two courses are from each other, around the circle. */
function apart(a, b) {
  const way = Math.abs(a - b) % 8;
  return Math.min(way, 8 - way);
}

/** Returns the directions that make a course. @param {number} course. @returns {string[]} */
export const directionsOf = (course) => eight[course] ?? [];
