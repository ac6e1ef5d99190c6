/** Milliseconds until the bar hides after the mouse has moved near it. */
const shownTime = 2500;
/** Distance of the mouse from the upper edge that shows the bar, in CSS pixels. */
const near = 72;

/**
 * The buttons over the picture, shown while the mouse is near the upper edge, or one of them has the focus: F6 gives it, and
 * Esc takes it. The mouse pointer hides while it rests.
 * @param {HTMLElement} stage
 * @param {HTMLElement} bar
 * @param {import('./npm/xterm/xterm.mjs').Terminal} terminal
 * @param {() => void} leave
 */
export function openBar(stage, bar, terminal, leave) {
  const full = /** @type {HTMLButtonElement} */ (bar.querySelector('#full')), out = bar.querySelector('#leave');
  full.hidden = !document.fullscreenEnabled && !document.webkitFullscreenEnabled;
  full.addEventListener('click', toggleFullScreen);
  out.addEventListener('click', leave);
  document.addEventListener('fullscreenchange', () => {
    full.textContent = document.fullscreenElement ? 'Leave full screen' : 'Full screen';
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'F6' || stage.hidden || bar.contains(document.activeElement)) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (bar.querySelector('button:not([hidden])')).focus();
  });
  bar.addEventListener('keydown', (event) => event.key === 'Escape' && terminal.focus());
  bar.addEventListener('click', (event) => event.detail > 0 && terminal.focus()); // by mouse, not by key
  let timer = 0;
  stage.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'mouse') return;
    stage.classList.remove('resting');
    bar.classList.toggle('shown', event.clientY < near && terminal.modes.mouseTrackingMode === 'none'); // or it steers a ship there
    clearTimeout(timer);
    timer = setTimeout(() => {
      stage.classList.add('resting');
      bar.classList.remove('shown');
    }, shownTime);
  });
}

/** Toggles full screen. There Esc is for the game, if the browser supports that; holding it leaves full screen. */
export async function toggleFullScreen() {
  const root = document.documentElement;
  if (document.fullscreenElement ?? document.webkitFullscreenElement) {
    await (document.exitFullscreen?.() ?? document.webkitExitFullscreen());
    return;
  }
  try {
    await (root.requestFullscreen?.({ navigationUI: 'hide' }) ?? root.webkitRequestFullscreen());
    await navigator.keyboard?.lock?.(['Escape']);
  } catch {
    // not supported
  }
}
