import { fighter, logo } from './sprites.js';

const looks = {
  dark: {
    space: '#05060c', dust: ['#080b1a', '#0c1226', '#10081c', '#1a0c22'], stars: ['#3a4260', '#76809c', '#e6ecff'], shadow: '#020206',
    rock: ['#12151d', '#1f2430', '#2d3342', '#3b4355', '#4f596e', '#6d7990', '#99a6ba', '#d3dce6'],
    logo: ['#87ffff', '#5fffff', '#00ffff', '#00d7ff', '#00afff', '#00afff', '#00afff'], depth: '#1a6f9c', flame: ['#ffe066', '#ffa024', '#f05a14'],
    ships: [
      { l: '#ffffff', m: '#b9e9f5', r: '#4fa3bd', w: '#b9e9f5', n: '#00d7ff', c: '#0b2a3c' },
      { l: '#ffb0a8', m: '#ff5a52', r: '#a82432', w: '#ff5a52', n: '#ffe066', c: '#0b2a3c' },
    ],
  },
  light: {
    space: '#f6f3ec', dust: ['#f2f1ee', '#ebecf1', '#f6f0ea', '#f4e9e2'], stars: ['#d2cdc0', '#b4ae9f', '#8a8475'], shadow: '#dcd7cb',
    rock: ['#5e6470', '#7d8490', '#969ca8', '#a9afba', '#b9bfc8', '#cbd0d8', '#dde1e6', '#f8fafc'],
    logo: ['#005fd7', '#005fd7', '#005faf', '#005faf', '#005f87', '#000087', '#000087'], depth: '#b9cbd8', flame: ['#ffc828', '#ff8c10', '#e04a0c'],
    ships: [
      { l: '#2f5f7f', m: '#12344c', r: '#061622', w: '#12344c', n: '#0090c8', c: '#d6e7eb' },
      { l: '#f0706a', m: '#c8202a', r: '#7a0c18', w: '#c8202a', n: '#e0b030', c: '#fdf6ee' },
    ],
  },
};

/** Pictures a second, and the side of a dot in CSS pixels. */
const rate = 20, side = 4;

/** Draws space behind the card, for as long as that is seen, and the name over it. @param {HTMLCanvasElement} sky */
export function openTitle(sky) {
  const light = matchMedia('(prefers-color-scheme: light)'), still = matchMedia('(prefers-reduced-motion: reduce)');
  const name = /** @type {HTMLCanvasElement} */ (document.getElementById('logo'));
  const c = sky.getContext('2d');
  let look = looks.dark, last = -1, ground = null;
  const begin = () => {
    look = light.matches ? looks.light : looks.dark;
    sky.width = Math.ceil(innerWidth / side);
    sky.height = Math.ceil(innerHeight / side);
    ground = drawGround(sky.width, sky.height, look);
    drawLogo(name, look);
    last = -1;
  };
  const frame = (now) => {
    requestAnimationFrame(frame);
    const step = still.matches ? 0 : Math.floor(now * rate / 1000);
    if (step === last || sky.clientWidth === 0) return;
    last = step;
    c.drawImage(ground, 0, 0);
    drawShips(c, step / rate, look);
  };
  begin();
  light.addEventListener('change', begin);
  window.addEventListener('resize', begin);
  requestAnimationFrame(frame);
}

/** Draws the name, with its shadow, a dot a pixel. */
function drawLogo(canvas, look) {
  const scale = 4, depth = 2, c = canvas.getContext('2d');
  canvas.width = logo[0].length * scale + depth;
  canvas.height = logo.length * scale + depth;
  for (const [by, ink] of [[depth, () => look.depth], [0, (y) => look.logo[y]]]) {
    logo.forEach((line, y) => [...line].forEach((dot, x) => {
      if (dot !== '#') return;
      c.fillStyle = ink(y);
      c.fillRect(x * scale + by, y * scale + by, scale, scale);
    }));
  }
}

/** Returns numbers from 0 to 1 that are the same each time. */
function chance(seed) {
  return () => {
    seed = Math.imul(seed ^ seed >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return ((seed ^ seed >>> 13) >>> 0) / 2 ** 32;
  };
}

/** Draws what lies still: dust, stars and rock. */
function drawGround(width, height, look) {
  const canvas = document.createElement('canvas'), c = canvas.getContext('2d'), random = chance(20);
  canvas.width = width;
  canvas.height = height;
  c.fillStyle = look.space;
  c.fillRect(0, 0, width, height);
  const dot = (x, y, ink) => { c.fillStyle = ink; c.fillRect(x, y, 1, 1); };
  const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
  for (let y = 0; y < height; y += 2) { // two by four dots, as cells are
    for (let x = 0; x < width; x += 2) {
      const wave = Math.sin(x / 23 + Math.sin(y / 17) * 2) + Math.sin(y / 13 - x / 41), violet = Math.sin(x / 57 + 2) > 0 ? 2 : 0;
      const level = wave * 1.1 - 0.3 + (bayer[x / 2 % 4 + 4 * (y / 2 % 4)] - 8) / 20;
      if (level < 0.4) continue;
      c.fillStyle = look.dust[violet + (level > 1.2 ? 1 : 0)];
      c.fillRect(x, y, 2, 2);
    }
  }
  for (let i = width * height / 350; i > 0; i--) dot(Math.floor(random() * width), Math.floor(random() * height), look.stars[Math.floor(random() ** 2 * 3)]);
  for (const [x, y, r] of [[0.08, 0.86, 0.24], [0.95, 0.16, 0.2], [0.9, 0.95, 0.13]]) {
    drawRock(dot, x * width, y * height, r * Math.min(width, height * 1.6), look, random);
  }
  return canvas;
}

/** Draws a boulder, lit from above: the tone of a dot follows from how its surface is turned. */
function drawRock(dot, x, y, radius, look, random) {
  const bumps = Array.from({ length: 5 }, (_, i) => [i + 2, random() * 7, 0.16 / (i + 1)]);
  const craters = Array.from({ length: 6 }, () => [(random() - 0.5) * 1.4, (random() - 0.5) * 1.4, 0.1 + random() * 0.12]);
  const edge = (angle) => radius * bumps.reduce((sum, [n, phase, size]) => sum + size * Math.sin(n * angle + phase), 1);
  const each = (draw) => {
    for (let dy = Math.floor(-radius * 1.4); dy <= radius * 1.4; dy++) {
      for (let dx = Math.floor(-radius * 1.4); dx <= radius * 1.4; dx++) {
        const depth = edge(Math.atan2(dy, dx)) - Math.hypot(dx, dy);
        if (depth > 0) draw(dx, dy, depth);
      }
    }
  };
  each((dx, dy) => dot(Math.floor(x + dx) + 2, Math.floor(y + dy) + 3, look.shadow));
  each((dx, dy, depth) => {
    const bevel = Math.max(0, 1 - depth / 9), far = Math.hypot(dx, dy) || 1;
    const lit = (-0.5 * dx - 0.87 * dy) / far;
    const facet = facetOf(dx, dy) * 1.4 - 0.7;
    let tone = 2.6 + 2.8 * bevel * lit + facet;
    if (depth < 1.2) tone = lit > 0.1 ? 7 : lit < -0.2 ? 0 : tone;
    for (const [cx, cy, r] of craters) {
      const away = Math.hypot(dx - cx * radius * 0.6, dy - cy * radius * 0.6) / (r * radius);
      if (depth > 4 && away < 1) tone = 1;
      else if (depth > 4 && away < 1.25 && dy > cy * radius * 0.6) tone = 4;
    }
    dot(Math.floor(x + dx), Math.floor(y + dy), look.rock[Math.max(0, Math.min(7, Math.round(tone)))]);
  });
}

/** Returns which facet of a boulder a dot lies in, as a number from 0 to 1: that of the nearest of points in a shaken raster. */
function facetOf(x, y) {
  const across = 8, down = 6, noise = (i, j, k) => (Math.sin(i * 127.1 + j * 311.7 + k * 74.7) * 43758.5453 % 1 + 1) % 1;
  let nearest = Infinity, found = 0;
  for (let j = Math.floor(y / down) - 1; j <= Math.floor(y / down) + 1; j++) {
    for (let i = Math.floor(x / across) - 1; i <= Math.floor(x / across) + 1; i++) {
      const far = Math.hypot(x - (i + noise(i, j, 1)) * across, y - (j + noise(i, j, 2)) * down);
      if (far < nearest) [nearest, found] = [far, noise(i, j, 3)];
    }
  }
  return found;
}

/** Draws two fighters, one after the other, above the name. @param {number} time in seconds */
function drawShips(c, time, look) {
  const { width, height } = c.canvas, long = width + 120;
  for (const [i, ship] of look.ships.entries()) {
    const x = Math.floor((time * 26 + (i === 0 ? width * 0.2 : width * 0.2 + 46)) % long) - 40;
    const y = Math.floor(height * 0.13 - 3 * i + Math.sin(time * 0.9 + i) * 4);
    drawShip(c, x, y, ship, look, Math.floor(time * 10) % 2);
    if (i === 0) drawShots(c, x, y, time, look);
  }
}

function drawShip(c, x, y, ship, look, flicker) {
  fighter.forEach((line, dy) => [...line].forEach((part, dx) => {
    if (part === '.') return;
    c.fillStyle = part === 'e' ? look.flame[0] : ship[part];
    c.fillRect(x + dx, y + dy, 1, 1);
  }));
  for (const dy of [3, 5]) {
    for (let i = 0; i < 2 + flicker; i++) {
      c.fillStyle = look.flame[i];
      c.fillRect(x - 1 - i, y + dy, 1, 1);
    }
  }
}

/** Draws the shots of a fighter, of which the other is always just ahead. */
function drawShots(c, x, y, time, look) {
  const age = time * 1.5 % 1;
  for (let i = 0; i < 4; i++) {
    c.fillStyle = i === 3 ? look.flame[0] : look.flame[Math.min(2, 3 - i)];
    c.fillRect(x + 12 + Math.floor(age * 26) + i, y + 4, 1, 1);
  }
}
