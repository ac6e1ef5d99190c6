/** Base64 as in SSH, and base64url as in the host's protocol: both without padding. */

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
}

/** @param {Uint8Array} bytes */
export function base64url(bytes) {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_');
}

/**
 * Decodes base64url; undefined if it is invalid, not canonical, or of another size.
 * @param {string} text
 * @param {number} [size]
 */
export function bytesOf(text, size) {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return (size === undefined || bytes.length === size) && base64url(bytes) === text ? bytes : undefined;
}
