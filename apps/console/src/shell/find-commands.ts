import type { Command } from './commands.js';

const MAX_FOUND = 30;

/**
 * Finds the commands whose names contain all words. Those that begin with the text come first; else the order stays, which is
 * that of usefulness.
 */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands.slice(0, MAX_FOUND);
  const found = commands.filter(({ name, kind }) => {
    const searched = `${name} ${kind}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const isFirst = ({ name }: Command) => name.toLowerCase().startsWith(words[0] ?? '');
  return [...found.filter(isFirst), ...found.filter((command) => !isFirst(command))].slice(0, MAX_FOUND);
}
