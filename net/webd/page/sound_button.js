// The button that turns sound on and off.

const drawing = 'http://www.w3.org/2000/svg';
const cone = 'M4 9h4l5-4v14l-5-4H4z';
const waves = 'M16 8.5a5 5 0 0 1 0 7M18.5 6a8.5 8.5 0 0 1 0 12';
const cross = 'M15.5 8.5l7 7M22.5 8.5l-7 7';

const states = {
  off: 'Sound is off', resting: 'Sound is on', waiting: 'Sound begins when you touch the page', loading: 'Sound is being loaded',
  on: 'Sound is on', failed: 'Sound could not be loaded',
};

/** SoundButton stands in the bar over the picture. */
export class SoundButton {
  /**
   * @param {HTMLElement} bar
   * @param {() => void} pressed
   */
  constructor(bar, pressed) {
    this.button = document.createElement('button');
    this.button.type = 'button';
    this.button.id = 'sound';
    this.mark = shape('path', { d: waves, fill: 'none', stroke: 'currentColor', 'stroke-width': 2, 'stroke-linecap': 'round' });
    const icon = shape('svg', { viewBox: '0 0 24 24', width: '1.4em', height: '1.4em', 'aria-hidden': 'true' });
    icon.style.verticalAlign = '-0.35em';
    icon.append(shape('path', { d: cone, fill: 'currentColor' }), this.mark);
    this.button.append(icon, ' Sound');
    this.button.addEventListener('mousedown', (e) => e.preventDefault()); // the keys stay with the match
    this.button.addEventListener('click', pressed);
    bar.prepend(this.button);
  }

  /** @param {boolean} wanted. @param {string} state  of the Sound */
  show(wanted, state) {
    this.button.setAttribute('aria-pressed', String(wanted));
    this.button.title = states[state];
    this.button.dataset.state = state;
    this.mark.setAttribute('d', wanted && state !== 'failed' ? waves : cross);
  }
}

function shape(name, attributes) {
  const element = document.createElementNS(drawing, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
