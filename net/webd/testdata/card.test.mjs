import assert from 'node:assert/strict';
import test from 'node:test';
import { nameOf } from './card.js';

test('a name is that of the address, or else the one that is kept', () => {
  assert.equal(nameOf(new URLSearchParams('?name=Nova'), 'Comet'), 'Nova');
  assert.equal(nameOf(new URLSearchParams('?watch'), 'Comet'), 'Comet');
  assert.equal(nameOf(new URLSearchParams(''), null), '');
});

test('an address with a name of 100 kB does not end in a hello that the host refuses', () => {
  const long = 'x'.repeat(100_000);
  assert.equal(nameOf(new URLSearchParams({ name: long }), null).length, 24);
  assert.equal(nameOf(new URLSearchParams(''), long).length, 24);
});
