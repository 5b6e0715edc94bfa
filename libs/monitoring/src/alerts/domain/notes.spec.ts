import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireAssignee } from './user-acts.js';
import { cleanNote } from './note.js';

describe('a note', () => {
  it('keeps its lines and loses what nobody sees', () => {
    expect(cleanNote('  one\r\ntwo\rthree\u2028four\tfive\u001b[31m\u202e \n')).toBe(
      'one\ntwo\nthree\nfour five [31m',
    );
    expect(cleanNote('<b>@here</b> & 👍')).toBe('<b>@here</b> & 👍');
  });

  it('is 1 to 1,000 characters long', () => {
    expect(() => cleanNote(' \n\u200b')).toThrow('text must not be empty');
    expect(cleanNote('👍'.repeat(1_000))).toHaveLength(2_000);
    expect(() => cleanNote('👍'.repeat(1_001))).toThrow(
      'text must be at most 1000 characters: write several notes',
    );
  });

  it('is the same if it is cleaned again, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        let cleaned: string;
        try {
          cleaned = cleanNote(text);
        } catch {
          return;
        }
        expect(cleaned).not.toMatch(/[^\P{Cc}\n]/u);
        expect(cleanNote(cleaned)).toBe(cleaned);
      }),
    );
  });
});

describe('an assignee', () => {
  it('is one line of up to 256 characters', () => {
    expect(requireAssignee(' jane@example.com ')).toBe('jane@example.com');
    expect(requireAssignee('ö'.repeat(256))).toHaveLength(256);
    expect(() => requireAssignee('')).toThrow('assignee must not be empty: use null');
    expect(() => requireAssignee('x'.repeat(257))).toThrow('assignee must be at most 256 characters');
    for (const hostile of ['a\nb', 'a\u0000b', 'a\u202eb', 'a\u200bb', 'a\u2028b', '\ud800'])
      expect(() => requireAssignee(hostile)).toThrow('assignee must be one line without control characters');
  });
});
