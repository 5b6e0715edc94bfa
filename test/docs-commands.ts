import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** A code block; an indented one is part of a list. */
const FENCE = /^( *)```(.*)\n([^]*?)^\1```$/gm;
const SHELL = new Set(['', 'sh', 'sh setup']);

/** Returns the blocks of shell commands on a page, in order. */
export function readCommands(page: string): readonly string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(FENCE)]
    .filter(([, , language = '']) => SHELL.has(language))
    .map(([, indent = '', , block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** Returns the only block of a page that contains `text`, with the placeholders in `replacements` replaced. */
export function findCommand(
  text: string,
  page: string,
  replacements: Readonly<Record<string, string>> = {},
): string {
  const [found, ...more] = readCommands(page).filter((block) => block.includes(text));
  if (found === undefined || more.length > 0) throw new Error(`${page} has no single block with ${text}`);
  return Object.entries(replacements).reduce((block, [placeholder, value]) => {
    if (!block.includes(placeholder)) throw new Error(`${page} says nothing of ${placeholder}`);
    return block.replaceAll(placeholder, value);
  }, found);
}
