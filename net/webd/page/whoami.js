import { describe, forget, invitation, link, unlink } from './identity.js';

/** What an address has behind its # that "dogfight id link" has printed. */
const mark = '#link=';

/**
 * Shows the player's identity on the card, and links this browser with their program.
 * @param {HTMLDetailsElement} place with a summary
 * @param {import('./connect.js').Session} session
 */
export function openWhoAmI(place, session) {
  const rest = document.createElement('div');
  place.append(rest);
  let pasted = '', said = '';
  const show = async () => {
    if (!place.open) return;
    const parts = await partsOf({ session, pasted, said, act, paste: (text) => { pasted = text; } });
    said = '';
    rest.replaceChildren(...parts);
  };
  /** Does something, says how that went, and shows what is so now. */
  const act = async (what, done) => {
    try {
      await what();
      [pasted, said] = ['', done];
    } catch (error) {
      said = error.message;
    }
    await show();
    rest.querySelector('input:not([readonly]), button').focus();
  };
  /** Takes what the page was opened with. To link is left to the player: it may not be their own key that vouches. */
  const takeMark = () => {
    if (!location.hash.startsWith(mark)) return;
    pasted = location.href;
    history.replaceState(history.state, '', location.pathname + location.search);
    place.open = true;
    show();
  };
  place.addEventListener('toggle', show);
  session.on('welcome', show);
  window.addEventListener('hashchange', takeMark);
  takeMark();
}

async function partsOf({ session, pasted, said, act, paste }) {
  const status = make('p', { className: 'said', textContent: said });
  status.setAttribute('role', 'status');
  let me;
  try {
    me = await describe();
  } catch {
    return [make('p', { textContent: 'This browser does not say now. Try again in a moment.' })];
  }
  return [
    make('p', { textContent: about(me) }),
    make('p', {}, make('code', { textContent: me.fingerprint })),
    ...(invitation ? [] : me.linked ? linked(session, act) : linking(me, pasted, act, paste)),
    status,
    make('button', {
      type: 'button', textContent: 'Forget me',
      onclick: () => confirm('Hosts will take you for a new player here. Your seat and your career here will be nobody\'s.') && act(forget, 'You are a new player now.'),
    }),
  ];
}

/** @param {Awaited<ReturnType<typeof describe>>} me */
export function about(me) {
  const brings = 'That brings your seat and your career back to you.';
  if (me.kind === 'key') return `This browser proves who you are by a key of its own, which nobody can read. ${brings}`;
  const proof = isSecureContext
    ? 'This browser has no key to prove who you are by, and shows the host a secret that it keeps.'
    : 'This page came without encryption, so you are known by a secret that whoever listens on the network can read.';
  return `${proof} ${me.kept ? brings : 'It keeps nothing: you are forgotten when you close the page.'}`;
}

/** The parts for a browser that is linked. */
function linked(session, act) {
  const welcome = session.heard.welcome;
  let text = 'Linked. The host looks at that when you play.';
  if (welcome?.linked) text = `You are the same player here as ${welcome.linked}.`;
  else if (welcome) text = `The host did not take the link. It may not know that it is called ${location.origin}.`;
  return [
    make('p', { textContent: text }),
    make('button', { type: 'button', textContent: 'Unlink', onclick: () => act(unlink, 'No longer linked. This host may still know.') }),
  ];
}

/** The parts for one that is not: what to do for that. */
function linking(me, pasted, act, paste) {
  const command = make('input', { readOnly: true, value: `dogfight id link ${me.fingerprint} ${quoted(location.origin)}`, id: 'command' });
  command.addEventListener('focus', () => command.select());
  const field = make('input', { id: 'linking', value: pasted, spellcheck: false, autocapitalize: 'off', oninput: () => paste(field.value) });
  const go = make('button', { type: 'button', textContent: 'Link', onclick: () => act(() => link(field.value), 'Linked. The host looks at that when you play.') });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // it would begin to play
    go.click();
  });
  return [
    make('label', { htmlFor: 'command', textContent: 'Do you play in a terminal, too? Be one player: run this there' }),
    make('div', { className: 'row' }, command, make('button', { type: 'button', textContent: 'Copy', onclick: () => copy(command) })),
    make('label', { htmlFor: 'linking', textContent: 'and paste here what it prints, if it is your own' }),
    make('div', { className: 'row' }, field, go),
  ];
}

/** Brackets mean something to shells. */
const quoted = (origin) => (origin.includes('[') ? `"${origin}"` : origin);

/** Copies what is in a field, also where pages have no clipboard: without encryption. */
function copy(field) {
  field.select();
  if (navigator.clipboard) navigator.clipboard.writeText(field.value).catch(() => {});
  else document.execCommand('copy');
}

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
