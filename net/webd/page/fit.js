/**
 * @typedef {object} Grid a terminal in a window, all of it in device pixels
 * @property {number} dot      the side of a dot; a cell is two dots wide and four high, as octants are
 * @property {number} columns
 * @property {number} rows
 * @property {number} left     of the first cell
 * @property {number} top
 */

/** The preferred width of cells, in CSS pixels, as in most terminals. */
const goodWidth = 10;

/** Sizes with a layout in the game, and the largest that the host accepts. */
const small = { columns: 60, rows: 24 };
const usual = { columns: 100, rows: 30 };
const wide = { columns: 200, rows: 60 };
const most = { columns: 400, rows: 150 };

/**
 * Fits a terminal into a window. Dots are square and of whole pixels, so that the picture has no seams.
 * @param {number} width  of the window, in device pixels
 * @param {number} height
 * @param {number} ratio  device pixels to a CSS pixel
 * @returns {Grid}
 */
export function fit(width, height, ratio) {
  const columns = (dot) => Math.floor(width / (2 * dot));
  const rows = (dot) => Math.floor(height / (4 * dot));
  const least = width / ratio < 1000 || height / ratio < 500 ? small : usual;
  let dot = Math.max(1, Math.round(goodWidth * ratio / 2));
  while (dot > 1 && (columns(dot) < least.columns || rows(dot) < least.rows)) dot--;
  while (columns(dot) > wide.columns && columns(dot + 1) >= wide.columns * 0.8 && rows(dot + 1) >= wide.rows * 0.8) dot++;
  const grid = {
    dot,
    columns: Math.min(Math.max(columns(dot), 2), most.columns),
    rows: Math.min(Math.max(rows(dot), 1), most.rows),
    left: 0,
    top: 0,
  };
  grid.left = Math.max(0, Math.floor((width - 2 * dot * grid.columns) / 2));
  grid.top = Math.max(0, Math.floor((height - 4 * dot * grid.rows) / 2));
  return grid;
}
