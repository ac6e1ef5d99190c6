// Prints what the page's modules hold that need no browser, as JSON, to be compared by tests in Go.
import { describe } from '../page/card.js';
import { fit } from '../page/fit.js';
import { isBrowsers } from '../page/keys.js';
import { octants, sextants, Shapes } from '../page/shapes.js';
import { arms, brailleBits } from '../page/strokes.js';
import { isWideEmoji } from '../page/widths.js';

const windows = [
  [1280, 720, 1], [1280, 585, 1], [1366, 650, 1], [1440, 780, 2], [1920, 970, 1], [1920, 1080, 1.5], [2560, 1300, 1], [3840, 2000, 1], [3840, 2000, 2],
  [667, 375, 2], [740, 360, 3], [844, 390, 3], [932, 430, 3], [1024, 768, 2], [768, 1024, 2], [390, 844, 3], [320, 200, 1], [1, 1, 1], [20000, 9000, 1],
];
const press = (key, held = '') => [key, held, isBrowsers({
  key, ctrlKey: held.includes('c'), altKey: held.includes('a'), metaKey: held.includes('m'), shiftKey: held.includes('s'),
})];

console.log(JSON.stringify({
  octants: [...octants],
  sextants: [...sextants],
  arms,
  brailleBits,
  rectangles: [4, 10, 13].flatMap((w) => [...octants.keys(), ...sextants.keys()].map((code) => [w, 2 * w, code, new Shapes(w, 2 * w).of(code).rectangles])),
  fits: windows.map(([w, h, ratio]) => ({ width: w, height: h, ratio, ...fit(Math.floor(w * ratio), Math.floor(h * ratio), ratio) })),
  keys: [
    press('F5'), press('F6'), press('F11'), press('F12'), press('r', 'c'), press('w', 'c'), press('t', 'c'), press('v', 'c'), press('I', 'cs'), press('Tab', 'c'),
    press('q', 'm'), press('F1'), press('Tab'), press('/'), press(' '), press('Backspace'), press('ArrowLeft'), press('ArrowLeft', 'a'), press('c', 'c'),
    press('@', 'ca'), press('w'), press('Escape'),
  ],
  wide: ['🚀', '👍', '♥', '国', '𜴀'].map((text) => isWideEmoji(text.codePointAt(0))),
  match: describe({ title: 'Friday', mode: 'teams', players: 1, bots: 7, arena: {} }),
}));
