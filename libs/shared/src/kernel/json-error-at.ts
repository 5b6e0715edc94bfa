const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const TEXT = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

interface Place {
  readonly line: number;
  /** Counts from 1, as `line` does. */
  readonly column: number;
}

/**
 * Returns where a text stops being valid JSON; `JSON.parse` reports a position only for some errors. The walk is iterative,
 * because the caller controls the depth of nesting.
 */
export function jsonErrorAt(text: string): Place {
  return placeOf(text, offsetOf(text));
}

function offsetOf(text: string): number {
  const open: ('{' | '[')[] = [];
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return false;
    at += found[0].length;
    return true;
  };
  const takeKey = (): boolean => {
    if (!take(TEXT)) return false;
    take(SPACE);
    if (text[at] !== ':') return false;
    at += 1;
    return true;
  };
  for (;;) {
    take(SPACE);
    const char = text[at];
    if (char === '{' || char === '[') {
      at += 1;
      take(SPACE);
      open.push(char);
      if (text[at] !== (char === '{' ? '}' : ']')) {
        if (char === '{' && !takeKey()) return at;
        continue;
      }
    } else if (!take(TEXT) && !take(LITERAL)) return at;
    // After a value: a closing bracket, or a comma and the next value.
    for (;;) {
      take(SPACE);
      const inside = open.at(-1);
      if (inside === undefined) return at;
      if (text[at] === (inside === '{' ? '}' : ']')) {
        open.pop();
        at += 1;
        continue;
      }
      if (text[at] !== ',') return at;
      at += 1;
      take(SPACE);
      if (inside === '{' && !takeKey()) return at;
      break;
    }
  }
}

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
