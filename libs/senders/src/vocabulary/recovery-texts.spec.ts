import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseStateWord } from '../auto/state-word.js';
import { isRecoveryText } from './recovery-text.js';

const ROWS = readFileSync(new URL('recovery-texts.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, kind, sign, text] = /^([TS]) ([+-]) (.+)$/.exec(line) ?? [];
    return text === undefined ? [] : [{ kind, isOver: sign === '+', text }];
  });
const titles = ROWS.filter(({ kind }) => kind === 'T').map(({ text, isOver }) => [text, isOver] as const);
const states = ROWS.filter(({ kind }) => kind === 'S').map(({ text, isOver }) => [text, isOver] as const);

describe('the labelled texts', () => {
  it('are many, of both kinds', () => {
    expect(ROWS.length).toBeGreaterThan(200);
    expect(ROWS.filter(({ isOver }) => isOver).length).toBeGreaterThan(100);
  });

  it.each(titles)('the title "%s" says that an alarm is over: %s', (text, isOver) =>
    expect(isRecoveryText(text)).toBe(isOver),
  );

  it.each(states)('the state "%s" says that an alarm is over: %s', (text, isOver) =>
    expect(parseStateWord(text)?.type === 'RECOVERY').toBe(isOver),
  );
});
