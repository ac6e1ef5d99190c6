import { Palette, css, mix, themes } from './colours.js';
import { Glyphs } from './glyphs.js';
import { Shapes } from './shapes.js';

/** The cells of xterm.js, three numbers each (its src/common/buffer/Constants.ts). */
const content = { code: 0x1fffff, combined: 1 << 21, width: 22 };
const kinds = { mask: 0x3000000, numbered: 0x1000000, named: 0x2000000, free: 0x3000000 };
const ink = { inverse: 1 << 26, bold: 1 << 27, underline: 1 << 28, invisible: 1 << 30, struck: 1 << 31 };
const ground = { italic: 1 << 26, dim: 1 << 27, overline: 1 << 30 };

/** A cell unlike all others, so that it will be drawn. */
const unknown = 0xffffffff;

/**
 * Draws the terminal on a canvas, in cells of whole device pixels. It replaces the renderer of xterm.js, which
 * calls it once a frame at most, and not during synchronised output.
 */
export class Picture {
  /** @type {HTMLCanvasElement} */
  canvas = document.createElement('canvas');
  /** Cells drawn and milliseconds taken, since they were last set to 0. */
  drawn = { frames: 0, cells: 0, time: 0 };

  #c = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d', { alpha: false }));
  #palette = new Palette(themes.dark);
  #grid = { dot: 5, columns: 80, rows: 24 };
  #ratio = 1;
  #had = new Uint32Array(0); // of each cell: character, ink, ground, and whether the cursor is there
  #focused = false;

  /** @param {import('./npm/xterm/xterm.mjs').Terminal} terminal that is not open yet */
  constructor(terminal) {
    this.terminal = terminal;
    this.core = terminal._core;
    this.cell = terminal.buffer.active.getNullCell();
    this.canvas.setAttribute('aria-hidden', 'true');
    terminal.onWriteParsed(() => this.#cursor() !== this.#cursorWas && this.#refreshCursor()); // moved, hidden or shown
    this.core.onWillOpen(() => {
      this.core.screenElement.append(this.canvas);
      this.core._renderService.setRenderer(this);
    });
  }

  /**
   * Sets the size of cells and of the terminal.
   * @param {import('./fit.js').Grid} grid
   * @param {number} ratio device pixels to a CSS pixel
   */
  fit(grid, ratio) {
    const sameCells = grid.dot === this.#grid.dot && this.glyphs;
    this.#grid = grid;
    this.#ratio = ratio;
    if (!sameCells) {
      this.shapes = new Shapes(2 * grid.dot, 4 * grid.dot);
      this.glyphs = new Glyphs(2 * grid.dot, 4 * grid.dot);
    }
    this.#lay();
    this.terminal.resize(grid.columns, grid.rows);
    this.#layOut();
  }

  /** @param {typeof themes.dark} theme */
  set theme(theme) {
    this.#palette = new Palette(theme);
    this.clear();
  }

  /** Tells xterm.js how large all is. */
  #lay() {
    const { dot, columns, rows } = this.#grid, w = 2 * dot, h = 4 * dot;
    const size = (width, height) => ({ width, height });
    this.dimensions = {
      css: { canvas: size(w * columns / this.#ratio, h * rows / this.#ratio), cell: size(w / this.#ratio, h / this.#ratio) },
      device: { canvas: size(w * columns, h * rows), cell: size(w, h), char: { ...size(w, h), left: 0, top: 0 } },
    };
  }

  #layOut() {
    const { device, css: { canvas } } = this.dimensions;
    if (this.canvas.width !== device.canvas.width || this.canvas.height !== device.canvas.height) {
      this.canvas.width = device.canvas.width;
      this.canvas.height = device.canvas.height;
    }
    for (const element of [this.canvas, this.core.screenElement]) {
      if (!element) continue;
      element.style.width = `${canvas.width}px`;
      element.style.height = `${canvas.height}px`;
    }
    this.#had = new Uint32Array(4 * this.#grid.columns * this.#grid.rows);
    this.clear();
  }

  /** Forgets what is drawn, so all is drawn anew. */
  clear() {
    this.#had.fill(unknown);
    this.#c.fillStyle = css(this.#palette.background);
    this.#c.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.terminal.refresh(0, this.terminal.rows - 1);
  }

  // The interface of renderers of xterm.js (its src/browser/renderer/shared/Types.ts).

  dimensions = null;
  onRequestRedraw = () => ({ dispose() {} });
  dispose() { this.canvas.remove(); }
  handleDevicePixelRatioChange() {}
  handleResize() {}
  handleCharSizeChanged() {}
  handleSelectionChanged() {}
  handleCursorMove() {}
  handleBlur() { this.#focused = false; this.#refreshCursor(); }
  handleFocus() { this.#focused = true; this.#refreshCursor(); }

  #cursorWas = -1;

  /** Returns the cell that the cursor is in, or -1 while it is hidden. */
  #cursor() {
    const { columns } = this.#grid, buffer = this.terminal.buffer.active;
    return this.core.coreService.isCursorHidden ? -1 : buffer.cursorY * columns + Math.min(buffer.cursorX, columns - 1);
  }

  /** Has the rows drawn where the cursor was, and is. */
  #refreshCursor() {
    for (const cell of [this.#cursorWas, this.#cursorWas = this.#cursor()]) {
      const row = Math.floor(cell / this.#grid.columns);
      if (cell >= 0) this.terminal.refresh(row, row);
    }
  }

  /** Draws what has changed in some rows. */
  renderRows(start, end) {
    const began = performance.now();
    const { columns, rows } = this.#grid, buffer = this.terminal.buffer.active;
    if (this.terminal.cols !== columns || this.terminal.rows !== rows) return; // about to be resized
    const cursor = this.#cursor();
    let cells = 0;
    for (let y = start; y <= Math.min(end, rows - 1); y++) {
      const line = buffer.getLine(buffer.viewportY + y);
      if (line) cells += this.#drawRow(line, y, cursor - y * columns);
    }
    this.drawn.frames++;
    this.drawn.cells += cells;
    this.drawn.time += performance.now() - began;
  }

  /** Draws the cells of a row that have changed, grounds before inks, and returns how many there were. */
  #drawRow(line, y, cursor) {
    const { columns } = this.#grid, had = this.#had, cell = this.cell;
    const pending = this.#pending;
    let n = 0;
    for (let x = 0, at = 4 * columns * y; x < columns; x++, at += 4) {
      line.getCell(x, cell);
      const mark = x === cursor ? this.#cursorMark() : 0;
      if (had[at] === cell.content >>> 0 && had[at + 1] === cell.fg >>> 0 && had[at + 2] === cell.bg >>> 0 && had[at + 3] === mark && !(cell.content & content.combined)) continue;
      had[at] = cell.content;
      had[at + 1] = cell.fg;
      had[at + 2] = cell.bg;
      had[at + 3] = mark;
      pending[n++] = this.#look(pending[n - 1], cell, x, mark);
    }
    this.#drawGrounds(pending, n, y);
    for (let i = 0; i < n; i++) this.#drawInk(pending[i], y);
    return n;
  }

  /** Looks of the cells of a row that are to be drawn, which are used again. @type {Look[]} */
  #pending = [];

  /** Says how the cursor shows: 0 not at all, 1 as a block, 2 as a line below, 3 as a bar, 4 as an outline. */
  #cursorMark() {
    if (!this.#focused) return 4;
    return { underline: 2, bar: 3 }[this.core.coreService.decPrivateModes.cursorStyle ?? 'block'] ?? 1;
  }

  /**
   * @typedef {object} Look how a cell is drawn
   * @property {number} x
   * @property {number} width  in cells
   * @property {number} code   of its character; 0 for none
   * @property {string} text   the character with what is combined with it, where there is such
   * @property {number} ink
   * @property {number} ground
   * @property {number} flags  of the ink
   * @property {number} more   flags of the ground
   * @property {number} mark   how the cursor shows
   */

  /** Makes out how a cell is drawn. */
  #look(look, cell, x, mark) {
    look ??= { x: 0, width: 1, code: 0, text: '', ink: 0, ground: 0, flags: 0, more: 0, mark: 0 };
    const palette = this.#palette, { fg, bg } = cell;
    look.x = x;
    look.mark = mark;
    look.width = cell.content >>> content.width & 3;
    look.code = cell.content & content.code;
    look.text = cell.content & content.combined ? cell.getChars() : '';
    look.ink = this.#colour(fg, palette.foreground);
    look.ground = this.#colour(bg, palette.background);
    look.flags = fg;
    look.more = bg;
    if (fg & ink.inverse) [look.ink, look.ground] = [look.ground, look.ink];
    if (mark === 1) [look.ink, look.ground] = [palette.cursorAccent, palette.cursor];
    if (bg & ground.dim) look.ink = mix(look.ink, look.ground, 0.5);
    if (fg & ink.invisible) look.code = 0;
    return look;
  }

  #colour(attributes, other) {
    switch (attributes & kinds.mask) {
      case kinds.free: return attributes & 0xffffff;
      case kinds.numbered: case kinds.named: return this.#palette.table[attributes & 0xff];
    }
    return other;
  }

  /** Fills the grounds of cells, those beside each other that are equal at once. */
  #drawGrounds(looks, n, y) {
    const { width: w, height: h } = this.dimensions.device.cell;
    for (let i = 0, next; i < n; i = next) {
      const { x, ground } = looks[i];
      let right = x + Math.max(looks[i].width, 1);
      for (next = i + 1; next < n && looks[next].x <= right && looks[next].ground === ground; next++) {
        right = Math.max(right, looks[next].x + Math.max(looks[next].width, 1));
      }
      this.#paint(ground);
      this.#c.fillRect(x * w, y * h, (right - x) * w, h);
    }
  }

  #painted = -1;

  /** Sets the colour to fill with. */
  #paint(colour) {
    if (colour === this.#painted) return;
    this.#c.fillStyle = css(colour);
    this.#painted = colour;
  }

  #drawInk(look, y) {
    const c = this.#c, { width: w, height: h } = this.dimensions.device.cell;
    const left = look.x * w, top = y * h;
    if (look.width === 0) return; // the second half of a wide one
    const shape = look.text === '' ? this.shapes.of(look.code) : null;
    if (shape) {
      this.#paint(shape.alpha === 1 ? look.ink : mix(look.ground, look.ink, shape.alpha));
      const r = shape.rectangles;
      for (let i = 0; i < r.length; i += 4) c.fillRect(left + r[i], top + r[i + 1], r[i + 2], r[i + 3]);
    } else if (look.code !== 0 || look.text !== '') {
      const text = look.text || String.fromCodePoint(look.code);
      this.glyphs.draw(c, left, top, text, look.width, (look.flags & ink.bold) !== 0, (look.more & ground.italic) !== 0, css(look.ink));
    }
    const thin = Math.max(1, Math.round(w / 9)), wide = w * look.width;
    this.#paint(look.mark > 1 ? this.#palette.cursor : look.ink);
    if (look.flags & ink.underline || look.mark === 2) c.fillRect(left, top + h - 2 * thin, wide, thin);
    if (look.flags & ink.struck) c.fillRect(left, top + Math.round(h / 2), wide, thin);
    if (look.more & ground.overline) c.fillRect(left, top, wide, thin);
    if (look.mark === 3) c.fillRect(left, top, 2 * thin, h);
    if (look.mark === 4) this.#outline(left, top, wide, h, thin);
  }

  #outline(left, top, w, h, thin) {
    const c = this.#c;
    c.fillRect(left, top, w, thin);
    c.fillRect(left, top + h - thin, w, thin);
    c.fillRect(left, top, thin, h);
    c.fillRect(left + w - thin, top, thin, h);
  }
}
