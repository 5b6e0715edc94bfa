import { expect, it } from 'vitest';
import { parseDomains } from './entered-domains.js';

it('reads the names of domains', () => {
  expect(parseDomains('["shop","demo"]')).toEqual(['shop', 'demo']);
});

it('reads at most eight of them', () => {
  const names = Array.from({ length: 20 }, (_, n) => `d${n}`);
  expect(parseDomains(JSON.stringify(names))).toEqual(names.slice(0, 8));
});

it.each([null, '', '{', '{}', '"shop"', 'null', '[1, null, {}, ""]'])('has none in %s', (text) => {
  expect(parseDomains(text)).toEqual([]);
});
