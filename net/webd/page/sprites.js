/** The name of the game as the terminal's title has it, a character a pixel. */
export const logo = [
  '#####...####...#####.######.##..#####.##..##.######',
  '######.######.######.######.##.######.##..##.######',
  '##..##.##..##.##.....##.....##.##.....##..##...##..',
  '##..##.##..##.##.###.#####..##.##.###.######...##..',
  '##..##.##..##.##..##.##.....##.##..##.##..##...##..',
  '######.######.######.##.....##.######.##..##...##..',
  '#####...####...#####.##.....##..#####.##..##...##..',
];

/** A fighter that flies to the right: both sides of the hull, the middle, trim, glass and flame. */
export const fighter = [
  '.w.......',
  '.www.....',
  '.llwwl...',
  'elllllll.',
  '.mmmmccnn',
  'errrrrrr.',
  '.rrwwr...',
  '.www.....',
  '.w.......',
];
