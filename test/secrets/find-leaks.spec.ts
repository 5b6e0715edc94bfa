import { expect, it } from 'vitest';
import { findLeaks } from './find-leaks.js';

const secrets = { password: 'S3cr+t/of the ops?ü' };

it.each([
  ['as plain text', 'user S3cr+t/of the ops?ü logged in'],
  ['in a URL', `https://host/?key=${encodeURIComponent(secrets.password)}&x=1`],
  ['in JSON', JSON.stringify({ a: secrets.password })],
  ['as bytes', `\\x00${Buffer.from(secrets.password).toString('hex')}ff`],
  ...['', 'a', 'ab', 'abc:'].flatMap((before) =>
    ['', '.', '..'].flatMap((after) => [
      [`in base64 after «${before}»`, Buffer.from(before + secrets.password + after).toString('base64')],
      [
        `in base64url after «${before}»`,
        Buffer.from(before + secrets.password + after).toString('base64url'),
      ],
    ]),
  ),
])('finds a secret %s', (_how, text) => {
  expect(findLeaks(String(text), secrets)).toHaveLength(1);
});

it('finds nothing in a text without the secret', () => {
  expect(findLeaks('S3cr+t of the ops', secrets)).toEqual([]);
});
