/**
 * Texts that are kept by their names, as far as the browser keeps any: else until the page is closed.
 * @param {() => Storage} open which may throw, as may all that a Storage does
 */
export function drawer(open) {
  const here = new Map();
  return {
    /** Whether what was last said to keep or read is kept beyond the page. */
    keeps: true,

    get(name) {
      try {
        return open().getItem(name) ?? here.get(name) ?? null;
      } catch {
        this.keeps = false;
        return here.get(name) ?? null;
      }
    },
    set(name, text) {
      try {
        open().setItem(name, text);
      } catch {
        this.keeps = false;
        here.set(name, text);
      }
    },
    remove(name) {
      here.delete(name);
      try {
        open().removeItem(name);
      } catch {
        this.keeps = false;
      }
    },
  };
}
