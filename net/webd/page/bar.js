/** How long the bar is seen after the mouse moved near it, in milliseconds. */
const seen = 2500;
/** How near the upper edge the mouse shows it, in CSS pixels. */
const near = 72;

/**
 * The buttons over the picture: seen while the mouse is near the upper edge, or one of them has the focus. And the mouse's arrow,
 * which goes while it rests.
 * @param {HTMLElement} stage
 * @param {HTMLElement} bar
 * @param {() => void} leave
 */
export function openBar(stage, bar, leave) {
  const full = /** @type {HTMLButtonElement} */ (bar.querySelector('#full')), out = bar.querySelector('#leave');
  full.hidden = !document.fullscreenEnabled && !document.webkitFullscreenEnabled;
  full.addEventListener('click', toggleFullScreen);
  out.addEventListener('click', leave);
  document.addEventListener('fullscreenchange', () => {
    full.textContent = document.fullscreenElement ? 'Leave full screen' : 'Full screen';
  });
  let timer = 0;
  stage.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'mouse') return;
    stage.classList.remove('resting');
    bar.classList.toggle('shown', event.clientY < near);
    clearTimeout(timer);
    timer = setTimeout(() => {
      stage.classList.add('resting');
      bar.classList.remove('shown');
    }, seen);
  });
}

/** Goes to full screen, or back. There Esc belongs to the game, where the browser can be asked for it; held, it leads out. */
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
    // not to be had: nothing is lost
  }
}
