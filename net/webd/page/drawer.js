/**
 * Stores texts by name, in the browser's storage or else until the page is closed.
 * @param {() => Storage} open may throw, as may the methods of the Storage
 */
export function drawer(open) {
  const here = new Map();
  return {
    /** Whether the latest text is stored beyond the page. */
    persists: true,

    get(name) {
      try {
        return open().getItem(name) ?? here.get(name) ?? null;
      } catch {
        this.persists = false;
        return here.get(name) ?? null;
      }
    },
    set(name, text) {
      try {
        open().setItem(name, text);
      } catch {
        this.persists = false;
        here.set(name, text);
      }
    },
    remove(name) {
      here.delete(name);
      try {
        open().removeItem(name);
      } catch {
        this.persists = false;
      }
    },
  };
}
