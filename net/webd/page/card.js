/** The storage key of the player's name. */
const storageKey = 'dogfight.name';

/**
 * The start card: a name, and the choice to play or to watch.
 * @param {HTMLFormElement} form
 * @param {(who: {name: string, watch: boolean}) => void} begin
 */
export function openCard(form, begin) {
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem('name'));
  const asked = new URLSearchParams(location.search);
  name.value = nameOf(asked, savedName());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const watch = event.submitter?.value === 'watch';
    saveName(name.value.trim());
    forgetAsked(asked);
    begin({ name: name.value.trim(), watch });
  });
  const first = asked.has('watch') ? form.querySelector('[value=watch]') : name;
  if (!matchMedia('(pointer: coarse)').matches) first.focus(); // a phone would open its keyboard
}

/** The longest name; the field itself limits typing. */
const maxName = 24;

/**
 * Returns the initial name in the field. A link may contain anything.
 * @param {URLSearchParams} asked
 * @param {string | null} saved
 */
export function nameOf(asked, saved) {
  return (asked.get('name') ?? saved ?? '').slice(0, maxName);
}

/** Removes the name from the address of the page, so that a reload shows the chosen one. @param {URLSearchParams} asked */
function forgetAsked(asked) {
  asked.delete('name');
  history.replaceState(history.state, '', location.pathname + (asked.size ? `?${asked}` : '') + location.hash);
}

function savedName() {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null; // the browser has no storage
  }
}

function saveName(name) {
  try {
    localStorage.setItem(storageKey, name);
  } catch {
    // the browser has no storage
  }
}

/**
 * Describes the match on the card.
 * @param {HTMLElement} line
 */
export async function showMatch(line) {
  try {
    const answer = await fetch('info', { headers: { accept: 'application/json' } });
    if (answer.ok) line.textContent = describe(await answer.json());
  } catch {
    // the card works without it
  }
}

/** Describes a match, which is the JSON of `dogfight info`. */
export function describe(info) {
  const players = info.players === 1 ? '1 player' : info.players > 1 ? `${info.players} players` : '';
  const bots = info.bots === 1 ? '1 bot' : info.bots > 1 ? `${info.bots} bots` : '';
  return [info.title, info.mode, info.arena, players, bots].filter((part) => typeof part === 'string' && part !== '').join(' · ');
}
