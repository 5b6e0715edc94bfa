import { expect, it } from 'vitest';
import { SealedPositions } from './sealed-positions.js';

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const positions = new SealedPositions({ encryptionKey: key, oldEncryptionKey: null }, 'event');
const POSITION = {
  xid: '18446744073709551615',
  index: '9223372036854775807',
  offset: 4_000,
  at: 1_795_000_000,
};

it('opens a sealed position for the same domain and feed only', () => {
  const sealed = positions.seal(POSITION, 'd1');
  expect(positions.open(sealed, 'd1')).toEqual(POSITION);
  expect(positions.open(sealed, 'd2')).toBeUndefined();
  const alerts = new SealedPositions({ encryptionKey: key, oldEncryptionKey: null }, 'alert');
  expect(alerts.open(sealed, 'd1')).toBeUndefined();
});

it('opens a position sealed with the old key only while that key is configured', () => {
  const sealed = positions.seal(POSITION, 'd1');
  const during = new SealedPositions({ encryptionKey: other, oldEncryptionKey: key }, 'event');
  const after = new SealedPositions({ encryptionKey: other, oldEncryptionKey: null }, 'event');
  expect(during.open(sealed, 'd1')).toEqual(POSITION);
  expect(after.open(during.seal(POSITION, 'd1'), 'd1')).toEqual(POSITION);
  expect(after.open(sealed, 'd1')).toBeUndefined();
});

it('seals every position to a random text of the same length', () => {
  const one = positions.seal({ xid: '1', index: '0', offset: 0, at: 0 }, 'd1');
  const two = positions.seal({ xid: '1', index: '0', offset: 0, at: 0 }, 'd1');
  expect([one, two, positions.seal(POSITION, 'd1')].map(({ length }) => length)).toEqual([72, 72, 72]);
  expect(one.slice(0, 16)).not.toBe(two.slice(0, 16));
  expect(one.slice(-16)).not.toBe(two.slice(-16));
});

it('refuses a changed, truncated or invented position', () => {
  const bytes = Buffer.from(positions.seal(POSITION, 'd1'), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(positions.open(changed.toString('base64url'), 'd1')).toBeUndefined();
    expect(positions.open(bytes.subarray(0, at).toString('base64url'), 'd1')).toBeUndefined();
  }
  for (const text of ['', '1.2.3.4', '99999999999999999999.0.0.0', 'A'.repeat(72), '\u0000'])
    expect(positions.open(text, 'd1')).toBeUndefined();
});
