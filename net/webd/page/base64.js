/** Base64 as SSH writes it, and base64url as the host does: neither with padding. */

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
}

/** @param {Uint8Array} bytes */
export function base64url(bytes) {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_');
}

/**
 * Returns the bytes that base64url stands for, or undefined if it is none, is not of that size, or is written otherwise than base64url does.
 * @param {string} text
 * @param {number} [size]
 */
export function bytesOf(text, size) {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return (size === undefined || bytes.length === size) && base64url(bytes) === text ? bytes : undefined;
}
