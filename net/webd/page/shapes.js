/**
 * Characters that are rectangles of ink: blocks, quadrants, sextants, octants. Drawn here they meet without seams, and look the same
 * with all fonts.
 */

/** Halves and quadrants by the dots of two by four that they fill; bit 0 is the upper left one, bit 1 that beside it. */
const quadrants = {
  '▀': 0x0f, '▄': 0xf0, '▌': 0x55, '▐': 0xaa, '▖': 0x50, '▗': 0xa0, '▘': 0x05, '▝': 0x0a,
  '▙': 0xf5, '▚': 0xa5, '▛': 0x5f, '▜': 0xaf, '▞': 0x5a, '▟': 0xfa,
};

/** Octants that are not in their row of U+1CD00, as they are older, or elsewhere (The Unicode Standard 16). */
const olderOctants = {
  0x03: 0x1fb82, 0xc0: 0x2582, 0x3f: 0x1fb85, 0xfc: 0x2586,
  0x01: 0x1cea8, 0x02: 0x1ceab, 0x40: 0x1cea3, 0x80: 0x1cea0, 0x14: 0x1fbe6, 0x28: 0x1fbe7,
};

/** The dots of characters of two by four. @type {Map<number, number>} */
export const octants = new Map([[0x20, 0], [0x2588, 0xff]]);
/** The dots of characters of two by three. @type {Map<number, number>} */
export const sextants = new Map();

for (const [text, dots] of Object.entries(quadrants)) octants.set(text.codePointAt(0), dots);
for (const [dots, code] of Object.entries(olderOctants)) octants.set(code, Number(dots));
{
  const known = new Set(octants.values());
  let code = 0x1cd00;
  for (let dots = 0; dots < 256; dots++) {
    if (!known.has(dots)) octants.set(code++, dots);
  }
  code = 0x1fb00;
  for (let dots = 1; dots < 63; dots++) {
    if (dots !== 0x15 && dots !== 0x2a) sextants.set(code++, dots); // these are the left and the right half
  }
}

/** How opaque shades are. */
const shades = new Map([[0x2591, 0.25], [0x2592, 0.5], [0x2593, 0.75]]);

/**
 * @typedef {object} Shape
 * @property {number[]} rectangles left, top, width and height of each, in pixels
 * @property {number} alpha
 */

/** The shapes of the characters of a size of cell. */
export class Shapes {
  /** @type {Map<number, Shape | null>} */
  #known = new Map();

  /** @param {number} width of a cell, in pixels; a whole number, as height is */
  constructor(width, height) {
    this.width = width;
    this.height = height;
  }

  /** @param {number} code of a character. @returns {Shape | null} null for one that is no such shape */
  of(code) {
    let shape = this.#known.get(code);
    if (shape === undefined) this.#known.set(code, shape = this.#make(code));
    return shape;
  }

  #make(code) {
    const dots = octants.get(code);
    if (dots !== undefined) return this.#grid(dots, 4);
    const six = sextants.get(code);
    if (six !== undefined) return this.#grid(six, 3);
    const shade = shades.get(code);
    if (shade !== undefined) return { rectangles: [0, 0, this.width, this.height], alpha: shade };
    return this.#eighths(code);
  }

  /** Returns a shape of so many rows of two; equal rows become one rectangle. */
  #grid(dots, rows) {
    const rectangles = [];
    const x = [0, Math.round(this.width / 2), this.width];
    for (let row = 0, end; row < rows; row = end) {
      const pair = dots >> (2 * row) & 3;
      for (end = row + 1; end < rows && (dots >> (2 * end) & 3) === pair; end++);
      if (pair === 0) continue;
      const top = Math.round(row * this.height / rows), bottom = Math.round(end * this.height / rows);
      const left = x[pair === 2 ? 1 : 0], right = x[pair === 1 ? 1 : 2];
      rectangles.push(left, top, right - left, bottom - top);
    }
    return { rectangles, alpha: 1 };
  }

  /** Returns a bar of eighths of the cell. */
  #eighths(code) {
    const w = this.width, h = this.height;
    const across = (n) => Math.max(1, Math.round(n * w / 8)), down = (n) => Math.max(1, Math.round(n * h / 8));
    const bar = (...rectangles) => ({ rectangles, alpha: 1 });
    if (code >= 0x2581 && code <= 0x2587) return bar(0, h - down(code - 0x2580), w, down(code - 0x2580)); // lower
    if (code >= 0x2589 && code <= 0x258f) return bar(0, 0, across(0x2590 - code), h); // left
    if (code === 0x2594) return bar(0, 0, w, down(1));
    if (code === 0x2595) return bar(w - across(1), 0, across(1), h);
    if (code >= 0x1fb83 && code <= 0x1fb86) return bar(0, 0, w, down([3, 5, 6, 7][code - 0x1fb83])); // upper
    if (code >= 0x1fb87 && code <= 0x1fb8b) { // right
      const n = [2, 3, 5, 6, 7][code - 0x1fb87];
      return bar(w - across(n), 0, across(n), h);
    }
    return null;
  }
}
