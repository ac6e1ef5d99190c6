import { stroke } from './strokes.js';

/** The font of text: each system's best monospaced one. */
export const fonts = 'ui-monospace, "SF Mono", Menlo, "Cascadia Mono", Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace';

/** Slots across and down a sheet. A full sheet is cleared. */
const across = 64, down = 24;

/** A cache of drawn characters, by style and colour. */
export class Glyphs {
  /** @type {Map<string, number>} slots by the character, style and colour */
  #slots = new Map();

  /** @param {number} width of a cell, in pixels; a whole number, as height is */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.sheet = document.createElement('canvas');
    this.sheet.width = across * width;
    this.sheet.height = down * height;
    this.#c = this.sheet.getContext('2d');
    this.#measure();
  }

  /** @type {CanvasRenderingContext2D} */
  #c;
  #size = 0;
  #baseline = 0;

  /** Finds the font size by which a letter is as wide as a cell, and not higher. */
  #measure() {
    this.#c.font = `100px ${fonts}`;
    const m = this.#c.measureText('M');
    const high = m.fontBoundingBoxAscent + m.fontBoundingBoxDescent || 120;
    this.#size = Math.max(1, Math.min(100 * this.width / m.width, 100 * this.height / high));
    const ascent = (m.fontBoundingBoxAscent || 90) * this.#size / 100;
    this.#baseline = Math.round((this.height - high * this.#size / 100) / 2 + ascent);
  }

  /**
   * Copies a character to a canvas.
   * @param {CanvasRenderingContext2D} to
   * @param {string} text one character, with what is combined with it
   * @param {number} cells that it takes: 1 or 2
   * @param {boolean} bold
   * @param {boolean} italic
   * @param {string} colour
   */
  draw(to, x, y, text, cells, bold, italic, colour) {
    const key = `${text}${cells}${bold ? 'b' : ''}${italic ? 'i' : ''}${colour}`;
    let slot = this.#slots.get(key);
    if (slot === undefined) slot = this.#add(key, text, cells, bold, italic, colour);
    const w = this.width * cells, h = this.height;
    to.drawImage(this.sheet, slot % across * this.width, Math.floor(slot / across) * h, w, h, x, y, w, h);
  }

  #next = 0;

  #add(key, text, cells, bold, italic, colour) {
    if (this.#next % across + cells > across) this.#next++; // a wide one does not fit at the edge
    if (this.#next + cells > across * down) {
      this.#slots.clear();
      this.#next = 0;
      this.#c.clearRect(0, 0, this.sheet.width, this.sheet.height);
    }
    const slot = this.#next;
    this.#next += cells;
    this.#slots.set(key, slot);
    const c = this.#c;
    c.save();
    c.translate(slot % across * this.width, Math.floor(slot / across) * this.height);
    c.beginPath();
    c.rect(0, 0, this.width * cells, this.height);
    c.clip();
    c.fillStyle = c.strokeStyle = colour;
    if (!stroke(c, text, this.width, this.height)) this.#write(text, this.width * cells, bold, italic);
    c.restore();
    return slot;
  }

  /** Writes text, narrower if the font that has it is too wide. */
  #write(text, width, bold, italic) {
    const c = this.#c;
    c.font = `${italic ? 'italic ' : ''}${bold ? 'bold ' : ''}${this.#size}px ${fonts}`;
    c.textBaseline = 'alphabetic';
    c.textAlign = 'center';
    const plain = text.codePointAt(0) >= 0x2190 && text.codePointAt(0) <= 0x2bff ? text + '\ufe0e' : text; // no emoji for arrows
    const had = c.measureText(plain).width;
    c.translate(width / 2, this.#baseline);
    if (had > width * 1.02) c.scale(width / had, 1);
    c.fillText(plain, 0, 0);
  }
}
