import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { senderPages } from './sender-page.js';

const FOLDER = fileURLToPath(new URL('../../docs/senders', import.meta.url));

describe('docs/senders', () => {
  const pages = senderPages();

  it('has a page for every plugin and no other', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...pages.keys()].sort());
  });

  it.each([...pages.keys()])('%s is what `npm run docs:senders` makes', (name) => {
    expect(readFileSync(`${FOLDER}/${name}`, 'utf8')).toBe(pages.get(name));
  });
});
