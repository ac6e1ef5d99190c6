// The legend of the buttons of a gamepad.

/** Milliseconds until it hides. */
const stays = 9000;

const buttons = [['a', 'A'], ['b', 'B'], ['x', 'X'], ['y', 'Y']];

/** Adds the style sheet of pads, which few visitors need. */
export function addStyle() {
  if (document.querySelector('link[href="touch.css"]')) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = 'touch.css';
  document.head.append(link);
}

/**
 * Shows the legend.
 * @param {HTMLElement} stage
 * @param {import('./pad.js').Pad} pad
 */
export function showLegend(stage, pad) {
  stage.querySelector('.legend')?.remove();
  const legend = document.createElement('p');
  legend.className = 'legend';
  legend.setAttribute('role', 'status');
  const write = () => {
    const words = buttons.filter(([key]) => pad.input[key]).map(([key, name]) => [name, pad.input[key]]);
    legend.replaceChildren(...[...words, ['Start', 'MENU']].flatMap(([name, does]) => {
      const key = document.createElement('b');
      key.textContent = name;
      return [key, ` ${does}  `];
    }));
  };
  write();
  pad.addEventListener('input', write);
  stage.append(legend);
  setTimeout(() => {
    legend.remove();
    pad.removeEventListener('input', write);
  }, stays);
}
