import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Encryption } from './encryption.js';

const [first, second] = [randomBytes(32), randomBytes(32)];

describe('Encryption', () => {
  const encryption = new Encryption({ encryptionKey: first, oldEncryptionKey: null });

  it('decrypts what it encrypted, and encrypts to other bytes each time', () => {
    const [once, again] = [encryption.encrypt('schlüssel'), encryption.encrypt('schlüssel')];

    expect(once.equals(again)).toBe(false);
    expect(once.includes('schl')).toBe(false);
    expect(encryption.decrypt(once)).toBe('schlüssel');
  });

  it('reads with the old key and writes with the new one', () => {
    const replaced = new Encryption({ encryptionKey: second, oldEncryptionKey: first });
    const finished = new Encryption({ encryptionKey: second, oldEncryptionKey: null });

    expect(replaced.decrypt(encryption.encrypt('x'))).toBe('x');
    expect(finished.decrypt(replaced.encrypt('x'))).toBe('x');
    expect(() => finished.decrypt(encryption.encrypt('x'))).toThrow('ENCRYPTION_KEY_OLD');
  });

  it('encrypts nothing for an empty object or list', () => {
    expect(encryption.encryptJson({})).toBeNull();
    expect(encryption.encryptJson([])).toBeNull();
    expect(encryption.decryptJson(null, ['none'])).toEqual(['none']);
    expect(encryption.decryptJson(encryption.encryptJson({ token: 't' }), {})).toEqual({ token: 't' });
  });

  it('notices a changed byte', () => {
    const stored = encryption.encrypt('x');
    stored[stored.length - 1]! ^= 1;

    expect(() => encryption.decrypt(stored)).toThrow();
  });
});
