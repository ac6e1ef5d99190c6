// The field of the page that is written in where there is no keyboard but that on the screen: chat, a name, a password.

/** How long a text may be, in characters. */
const most = 200;
/** Characters that are none of a text: what a terminal would take for more. */
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/** Writing is that field. */
export class Writing {
  #purpose = 'menu';

  /**
   * @param {HTMLElement} stage
   * @param {import('./pad.js').Pad} pad
   * @param {() => void} done  is called when it closes
   */
  constructor(stage, pad, done) {
    this.pad = pad;
    this.done = done;
    this.form = document.createElement('form');
    this.form.className = 'writing';
    this.form.hidden = true;
    this.form.autocomplete = 'off';
    this.field = document.createElement('input');
    this.field.maxLength = most;
    this.field.enterKeyHint = 'send';
    this.field.setAttribute('autocapitalize', 'sentences');
    const send = button('Send', 'submit'), back = button('Back', 'button');
    this.form.append(this.field, send, back);
    stage.append(this.form);
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send();
    });
    back.addEventListener('click', () => {
      this.pad.tap('b');
      this.#close();
    });
  }

  /** Shows the field, with the keyboard where a touch has just asked for it. @param {boolean} secret */
  open(secret) {
    this.field.type = secret ? 'password' : 'text';
    this.field.placeholder = secret ? 'Password' : 'Tap here to write';
    this.field.setAttribute('aria-label', secret ? 'Password' : 'What you want to write');
    this.form.hidden = false;
    this.field.focus();
  }

  /** Opens or closes it as the game wants text or not. @param {string} purpose. @param {boolean} touched  there is no keyboard */
  follow(purpose, touched) {
    const was = this.#purpose;
    this.#purpose = purpose;
    const wanted = touched && (purpose === 'text' || purpose === 'secret');
    if (wanted && this.form.hidden) this.open(purpose === 'secret');
    if (!wanted && (was !== purpose || !touched)) this.#close();
  }

  /** Writes the text into the game in place of what stands there. */
  #send() {
    const text = this.field.value.replace(controls, ' ');
    this.pad.session.type(`\x15\x1b[200~${text}\x1b[201~\r`);
    this.#close();
  }

  #close() {
    if (this.form.hidden) return;
    this.form.hidden = true;
    this.field.value = '';
    this.field.blur();
    this.done();
  }
}

function button(word, type) {
  const made = document.createElement('button');
  made.type = type;
  made.textContent = word;
  return made;
}
