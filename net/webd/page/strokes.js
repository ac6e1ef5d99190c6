/**
 * Characters that are drawn rather than taken from a font: lines of boxes, braille, and the plain figures that phones would
 * show as emoji.
 */

/** Two hexadecimal digits for each of U+2500 to U+257F: two bits for each arm, up, right, down and left: 1 light, 2 heavy, 3 double. */
export const arms =
  '112244881122448811224488142418280506090a506090a0414281825464945898a468a84546854989864a8a15162526' +
  '191a292a515261629192a1a25556656695599996a55a69a66a9aa9aa1122448833cc341c3c070d0f70d0f043c1c374dc' +
  'fc47cdcf371d3f73d1f377ddff14054150000000014010040280200821481284';

/** Dashes of U+2504 to U+250B and U+254C to U+254F, by how many a cell has. */
const dashes = (code) => code >= 0x254c ? 2 : code >= 0x2508 ? 4 : 3;
const isDashed = (code) => code >= 0x2504 && code <= 0x250b || code >= 0x254c && code <= 0x254f;

/** Corners of figures in a cell that is 2 wide and 4 high, and the middle of which is (1, 2). */
const polygons = {
  '▲': [1, 1, 2, 3, 0, 3], '▼': [0, 1, 2, 1, 1, 3], '▶►▸': [0, 1, 2, 2, 0, 3], '◀◄◂': [2, 1, 2, 3, 0, 2],
  '◢': [2, 0, 2, 4, 0, 4], '◣': [0, 0, 2, 4, 0, 4], '◤': [0, 0, 2, 0, 0, 4], '◥': [0, 0, 2, 0, 2, 4],
  '◆♦': [1, 0.9, 2, 2, 1, 3.1, 0, 2], '■': [0.1, 1.1, 1.9, 1.1, 1.9, 2.9, 0.1, 2.9],
  '★✦': [1, 0.8, 1.25, 1.7, 2, 1.75, 1.4, 2.3, 1.65, 3.1, 1, 2.6, 0.35, 3.1, 0.6, 2.3, 0, 1.75, 0.75, 1.7],
};
/** Likewise, of which only the outline is drawn. */
const outlines = { '△': '▲', '▽': '▼', '◇': '◆', '☆': '★', '✧': '✦', '♡': '♥', '○': '●' };
/** Radii of discs, for a cell that is 2 wide. */
const discs = { '●': 0.9, '•': 0.5, '·': 0.25 };

const figures = new Map();
for (const [texts, corners] of Object.entries(polygons)) for (const text of texts) figures.set(text, corners);

/**
 * Draws a character into a cell of a canvas, if it is one of these.
 * @param {CanvasRenderingContext2D} c with the colour set, and the cell at the origin
 * @param {string} text
 * @param {number} w width and height of the cell, in pixels
 * @returns {boolean} whether it is
 */
export function stroke(c, text, w, h) {
  const code = text.codePointAt(0);
  if (code >= 0x2500 && code <= 0x257f) box(c, code, w, h);
  else if (code >= 0x2800 && code <= 0x28ff) braille(c, code - 0x2800, w, h);
  else return figure(c, text, w, h);
  return true;
}

function box(c, code, w, h) {
  const light = Math.max(1, Math.round(w / 9));
  const all = parseInt(arms.substr(2 * (code - 0x2500), 2), 16);
  if (code >= 0x256d && code <= 0x2570) return arc(c, all, light, w, h);
  if (code >= 0x2571 && code <= 0x2573) return diagonals(c, code, light, w, h);
  if (isDashed(code)) return dashed(c, code, all, light, w, h);
  const [up, right, down, left] = [all >> 6, all >> 4 & 3, all >> 2 & 3, all & 3];
  const x = Math.floor((w - light) / 2), y = Math.floor((h - light) / 2); // where a light line begins
  const extra = (kind) => kind === 3 ? light : kind === 2 ? Math.ceil(light / 2) : 0; // to either side of a light line
  const across = Math.max(extra(up), extra(down)), along = Math.max(extra(left), extra(right));
  const level = (kind, from, to) => kind && c.fillRect(from, y - extra(kind), to - from, light + 2 * extra(kind));
  const upright = (kind, from, to) => kind && c.fillRect(x - extra(kind), from, light + 2 * extra(kind), to - from);
  upright(up, 0, y + light + along);
  upright(down, y - along, h);
  level(left, 0, x + light + across);
  level(right, x - across, w);
  // Double lines are thick ones with a channel, which continues into another, and ends at a single line.
  const into = (a, b) => a === 3 || b === 3 ? light : a || b ? 0 : light;
  const reachX = into(up, down), reachY = into(left, right);
  if (up === 3) c.clearRect(x, 0, light, y + reachY);
  if (down === 3) c.clearRect(x, y + light - reachY, light, h);
  if (left === 3) c.clearRect(0, y, x + reachX, light);
  if (right === 3) c.clearRect(x + light - reachX, y, w, light);
}

function arc(c, all, light, w, h) {
  const x = Math.floor((w - light) / 2) + light / 2, y = Math.floor((h - light) / 2) + light / 2;
  const toX = all & 0x30 ? w : 0, toY = all & 0xc ? h : 0; // of the arms
  const radius = Math.min(w, h) / 2, signX = Math.sign(toX - x), signY = Math.sign(toY - y);
  c.lineWidth = light;
  c.beginPath();
  c.moveTo(x, toY);
  c.lineTo(x, y + signY * radius);
  c.quadraticCurveTo(x, y, x + signX * radius, y);
  c.lineTo(toX, y);
  c.stroke();
}

function diagonals(c, code, light, w, h) {
  c.lineWidth = light;
  c.beginPath();
  if (code !== 0x2572) { c.moveTo(w, 0); c.lineTo(0, h); }
  if (code !== 0x2571) { c.moveTo(0, 0); c.lineTo(w, h); }
  c.stroke();
}

function dashed(c, code, all, light, w, h) {
  const n = dashes(code), level = (all & 0x33) !== 0;
  const thick = (all & (level ? 0x20 : 0x80)) ? 2 * light : light;
  const long = level ? w : h;
  for (let i = 0; i < n; i++) {
    const from = Math.round(i * long / n), length = Math.max(1, Math.round(long / n * 0.6));
    if (level) c.fillRect(from, Math.floor((h - thick) / 2), length, thick);
    else c.fillRect(Math.floor((w - thick) / 2), from, thick, length);
  }
}

/** Bits of braille, in the order of its sets of dots, whose bits run down the columns first (The Unicode Standard, 21.1). */
export const brailleBits = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];

function braille(c, dots, w, h) {
  const side = Math.max(1, Math.round(w / 4));
  for (let i = 0; i < 8; i++) {
    if (!(dots & brailleBits[i])) continue;
    const x = Math.round((i % 2 + 0.5) * w / 2 - side / 2), y = Math.round((Math.floor(i / 2) + 0.5) * h / 4 - side / 2);
    if (side < 4) {
      c.fillRect(x, y, side, side);
    } else {
      c.beginPath();
      c.arc(x + side / 2, y + side / 2, side / 2, 0, 2 * Math.PI);
      c.fill();
    }
  }
}

function figure(c, text, w, h) {
  const solid = outlines[text] || text, unit = w / 2, top = (h - 4 * unit) / 2;
  const corners = figures.get(solid);
  c.beginPath();
  if (corners) {
    for (let i = 0; i < corners.length; i += 2) c.lineTo(corners[i] * unit, top + corners[i + 1] * unit);
  } else if (discs[solid]) {
    c.arc(unit, h / 2, Math.max(1, discs[solid] * unit), 0, 2 * Math.PI);
  } else if (solid === '♥') {
    heart(c, unit, h / 2);
  } else {
    return false;
  }
  c.closePath();
  c.lineWidth = Math.max(1, w / 9);
  if (solid === text) {
    c.fill();
  } else {
    c.clip(); // half of a line would be outside the cell
    c.lineWidth *= 2;
    c.stroke();
  }
  return true;
}

/** Draws a heart about the middle of a cell, unit being half a cell's width. */
function heart(c, unit, y) {
  const at = (dx, dy) => [unit + dx * unit, y + dy * unit];
  c.moveTo(...at(0, 1.05));
  c.bezierCurveTo(...at(-0.4, 0.6), ...at(-1, 0.15), ...at(-1, -0.4));
  c.bezierCurveTo(...at(-1, -1.1), ...at(-0.2, -1.1), ...at(0, -0.45));
  c.bezierCurveTo(...at(0.2, -1.1), ...at(1, -1.1), ...at(1, -0.4));
  c.bezierCurveTo(...at(1, 0.15), ...at(0.4, 0.6), ...at(0, 1.05));
}
