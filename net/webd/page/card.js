/** Where the player's name is kept. */
const place = 'dogfight.name';

/**
 * The card one comes in by: a name, and whether to play or to watch.
 * @param {HTMLFormElement} form
 * @param {(who: {name: string, watch: boolean}) => void} begin
 */
export function openCard(form, begin) {
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem('name'));
  const asked = new URLSearchParams(location.search);
  name.value = nameOf(asked, kept());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const watch = event.submitter?.value === 'watch';
    keep(name.value.trim());
    begin({ name: name.value.trim(), watch });
  });
  const first = asked.has('watch') ? form.querySelector('[value=watch]') : name;
  if (!matchMedia('(pointer: coarse)').matches) first.focus(); // it would open the keyboard of a phone
}

/** How long a name is at most; what a person types the field itself cuts off. */
const longest = 24;

/**
 * Returns the name that the field begins with. Whoever makes a link may write anything into it.
 * @param {URLSearchParams} asked
 * @param {string | null} kept
 */
export function nameOf(asked, kept) {
  return (asked.get('name') ?? kept ?? '').slice(0, longest);
}

function kept() {
  try {
    return localStorage.getItem(place);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(name) {
  try {
    localStorage.setItem(place, name);
  } catch {
    // likewise
  }
}

/**
 * Says on the card what is played here, if the host tells.
 * @param {HTMLElement} line
 */
export async function tellMatch(line) {
  try {
    const answer = await fetch('info', { headers: { accept: 'application/json' } });
    if (answer.ok) line.textContent = describe(await answer.json());
  } catch {
    // then it is seen when one is in
  }
}

/** Describes a match as the JSON of `dogfight info` has it. */
export function describe(info) {
  const players = info.players === 1 ? '1 player' : info.players > 1 ? `${info.players} players` : '';
  const bots = info.bots === 1 ? '1 bot' : info.bots > 1 ? `${info.bots} bots` : '';
  return [info.title, info.mode, info.arena, players, bots].filter((part) => typeof part === 'string' && part !== '').join(' · ');
}
