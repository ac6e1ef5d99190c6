/**
 * Emoji take two cells, as the host counts them; xterm.js by itself takes them for one. The ranges are those of Unicode's East
 * Asian Width W beyond the Basic Multilingual Plane and below its ideographs, with what little is of use there.
 */
const wide = [
  [0x1f004, 0x1f004], [0x1f0cf, 0x1f0cf], [0x1f18e, 0x1f18e], [0x1f191, 0x1f19a], [0x1f200, 0x1f320], [0x1f32d, 0x1f335], [0x1f337, 0x1f37c],
  [0x1f37e, 0x1f393], [0x1f3a0, 0x1f3ca], [0x1f3cf, 0x1f3d3], [0x1f3e0, 0x1f3f0], [0x1f3f4, 0x1f3f4], [0x1f3f8, 0x1f43e], [0x1f440, 0x1f440],
  [0x1f442, 0x1f4fc], [0x1f4ff, 0x1f53d], [0x1f54b, 0x1f54e], [0x1f550, 0x1f567], [0x1f57a, 0x1f57a], [0x1f595, 0x1f596], [0x1f5a4, 0x1f5a4],
  [0x1f5fb, 0x1f64f], [0x1f680, 0x1f6c5], [0x1f6cc, 0x1f6cc], [0x1f6d0, 0x1f6d2], [0x1f6d5, 0x1f6d7], [0x1f6dc, 0x1f6df], [0x1f6eb, 0x1f6ec],
  [0x1f6f4, 0x1f6fc], [0x1f7e0, 0x1f7eb], [0x1f7f0, 0x1f7f0], [0x1f90c, 0x1f93a], [0x1f93c, 0x1f945], [0x1f947, 0x1f9ff], [0x1fa70, 0x1faff],
];

/** @param {number} code. @returns {boolean} */
export function isWideEmoji(code) {
  return code >= 0x1f000 && code < 0x1fb00 && wide.some(([first, last]) => code >= first && code <= last);
}

const joiner = 0x200d;
const isSkinTone = (code) => code >= 0x1f3fb && code <= 0x1f3ff;

// The state of the character before in xterm.js: whether it joins, its width, and a state of ours (its UnicodeService).
const properties = (width, joins, joining) => Number(joining) << 3 | width << 1 | Number(joins);
const widthOf = (before) => before >> 1 & 3;
const isJoining = (before) => (before >> 3 & 1) === 1;

/**
 * Has a terminal count so.
 * @param {import('./npm/xterm/xterm.mjs').Terminal} terminal
 */
export function countEmoji(terminal) {
  const plain = terminal._core.unicodeService._activeProvider;
  terminal.unicode.register({
    version: 'dogfight',
    wcwidth: (code) => isWideEmoji(code) ? 2 : plain.wcwidth(code),
    charProperties(code, before) {
      if (isWideEmoji(code)) return properties(2, widthOf(before) === 2 && (isJoining(before) || isSkinTone(code)), false);
      const found = plain.charProperties(code, before);
      return code === joiner && widthOf(before) === 2 ? properties(2, true, true) : found;
    },
  });
  terminal.unicode.activeVersion = 'dogfight';
}
