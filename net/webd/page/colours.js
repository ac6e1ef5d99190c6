/** The terminal's default colours. The host reads from them whether the theme is dark. */
export const themes = {
  dark: {
    background: '#05060c', foreground: '#c5cde0', cursor: '#35d6ff', cursorAccent: '#05060c',
    black: '#0b0e18', red: '#ff5a52', green: '#52dc74', yellow: '#ffcf40', blue: '#4f9dff', magenta: '#f36bff', cyan: '#35d6ff', white: '#c5cde0',
    brightBlack: '#6f7a98', brightRed: '#ffb0a8', brightGreen: '#a8f0b4', brightYellow: '#fff0a0', brightBlue: '#a8d4ff', brightMagenta: '#ffb8ff',
    brightCyan: '#b9e9f5', brightWhite: '#ffffff',
  },
  light: {
    background: '#f6f3ec', foreground: '#3a3a40', cursor: '#0090c8', cursorAccent: '#f6f3ec',
    black: '#1c1c20', red: '#c8202a', green: '#2c7010', yellow: '#8a6000', blue: '#1f64c0', magenta: '#b020b8', cyan: '#007a8c', white: '#b4ae9f',
    brightBlack: '#6a655a', brightRed: '#e04a0c', brightGreen: '#4c7c10', brightYellow: '#a87800', brightBlue: '#3c78d0', brightMagenta: '#c040c8',
    brightCyan: '#0090a8', brightWhite: '#3a3a40',
  },
};

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** @param {string} text "#rrggbb". @returns {number} */
const parse = (text) => parseInt(text.slice(1), 16);

/** The colours of a theme, as numbers: 0xrrggbb. */
export class Palette {
  /** @param {typeof themes.dark} theme */
  constructor(theme) {
    this.background = parse(theme.background);
    this.foreground = parse(theme.foreground);
    this.cursor = parse(theme.cursor);
    this.cursorAccent = parse(theme.cursorAccent);
    /** @type {number[]} the 256 of xterm */
    this.table = names.map((name) => parse(theme[name])).concat(names.map((name) => parse(theme['bright' + name[0].toUpperCase() + name.slice(1)])));
    const steps = [0, 95, 135, 175, 215, 255];
    for (let i = 0; i < 216; i++) this.table.push(steps[Math.floor(i / 36)] << 16 | steps[Math.floor(i / 6) % 6] << 8 | steps[i % 6]);
    for (let i = 0; i < 24; i++) this.table.push((8 + 10 * i) * 0x10101);
  }
}

/** Mixes two colours; share is the part of b. */
export function mix(a, b, share) {
  const part = (shift) => Math.round((a >> shift & 0xff) * (1 - share) + (b >> shift & 0xff) * share) << shift;
  return part(16) | part(8) | part(0);
}

/** @type {Map<number, string>} */
const texts = new Map();

/** Returns a colour in CSS. */
export function css(colour) {
  let text = texts.get(colour);
  if (text === undefined) {
    if (texts.size > 4096) texts.clear();
    texts.set(colour, text = '#' + colour.toString(16).padStart(6, '0'));
  }
  return text;
}
