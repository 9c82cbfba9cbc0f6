import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVault, openSecret, sealSecret } from './vault.ts';

const vault = createVault(['a key of this test']);

test('a sealed text opens for its owner and shows nothing of the text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), fc.string(), (text, whose) => {
      const sealed = vault.seal(text, whose);
      expect(vault.isCurrent(sealed)).toBe(true);
      expect(sealed).not.toContain(text);
      expect(vault.seal(text, whose)).not.toBe(sealed);
      expect(vault.open(sealed, whose)).toBe(text);
    }),
  );
});

test('a sealed text opens for no other owner or key, nor after a change', () => {
  const sealed = vault.seal('secret', '1/2');
  expect(() => vault.open(sealed, '1/3')).toThrow(/authenticate/);
  expect(() => createVault(['another key']).open(sealed, '1/2')).toThrow(/missing here/);
  const at = sealed.length - 3;
  const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
  expect(() => vault.open(changed, '1/2')).toThrow(/authenticate/);
});

test('a new first key seals, and texts sealed with the old key still open', () => {
  const both = createVault(['a newer key', 'a key of this test']);
  const old = vault.seal('secret', '1/2');
  expect(both.open(old, '1/2')).toBe('secret');
  expect(both.isCurrent(old)).toBe(false);
  expect(both.isCurrent(both.seal('secret', '1/2'))).toBe(true);
});

test('a clear text opens unchanged, and sealing requires a key', () => {
  expect(vault.open('JBSWY3DPEHPK3PXP', '1/2')).toBe('JBSWY3DPEHPK3PXP');
  expect(() => createVault([]).seal('secret', '1/2')).toThrow(/no key/);
});

test('a secret is null without its key or owner, and sealing without a key calls the refusal', () => {
  const refuse = (): never => {
    throw new Error('refused');
  };
  const sealed = sealSecret(vault, '1/2', 'secret', refuse);
  expect(openSecret(vault, '1/2', sealed)).toBe('secret');
  expect(openSecret(vault, '1/2', null)).toBeNull();
  expect(openSecret(vault, '1/3', sealed)).toBeNull();
  expect(openSecret(createVault(['another key']), '1/2', sealed)).toBeNull();
  expect(() => sealSecret(createVault([]), '1/2', 'secret', refuse)).toThrow('refused');
});
