import { expect, it } from 'vitest';
import { StreamTokens } from './sealed-tokens.js';

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const grant = { domain_id: 'd1', opens_until: 1_800_000_000, digest: 'ZGlnZXN0' };

it('seals stream tokens that only processes with the current or old encryption key can open', () => {
  const token = new StreamTokens({ encryptionKey: oldKey, oldEncryptionKey: null }).seal(grant);
  expect(token).toMatch(/^[\w-]+$/);
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('ZGlnZXN0');
  expect(new StreamTokens({ encryptionKey: newKey, oldEncryptionKey: oldKey }).open(token)).toEqual(grant);
  expect(new StreamTokens({ encryptionKey: newKey, oldEncryptionKey: null }).open(token)).toBeUndefined();
});

it('does not open stream tokens that are changed, truncated or made up', () => {
  const tokens = new StreamTokens({ encryptionKey: oldKey, oldEncryptionKey: null });
  const token = tokens.seal(grant);
  const at = token.length - 5;
  const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
  for (const text of ['', 'x', changed, token.slice(0, -4), 'A'.repeat(10_000)])
    expect(tokens.open(text)).toBeUndefined();
});
