const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

interface TextPosition {
  readonly line: number;
  /** Counts from 1, as `line` does. */
  readonly column: number;
}

/**
 * Returns where a text stops being valid JSON; `JSON.parse` reports a position only for some errors. The walk is iterative,
 * because the caller controls the depth of nesting.
 */
export function locateJsonError(text: string): TextPosition {
  return toTextPosition(text, findErrorOffset(text));
}

function findErrorOffset(text: string): number {
  const containers: ('{' | '[')[] = [];
  let at = 0;
  const consume = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return false;
    at += found[0].length;
    return true;
  };
  const consumeKey = (): boolean => {
    if (!consume(STRING)) return false;
    consume(SPACE);
    if (text[at] !== ':') return false;
    at += 1;
    return true;
  };
  for (;;) {
    consume(SPACE);
    const char = text[at];
    if (char === '{' || char === '[') {
      at += 1;
      consume(SPACE);
      containers.push(char);
      if (text[at] !== (char === '{' ? '}' : ']')) {
        if (char === '{' && !consumeKey()) return at;
        continue;
      }
    } else if (!consume(STRING) && !consume(LITERAL)) return at;
    // After a value: a closing bracket, or a comma and the next value.
    for (;;) {
      consume(SPACE);
      const container = containers.at(-1);
      if (container === undefined) return at;
      if (text[at] === (container === '{' ? '}' : ']')) {
        containers.pop();
        at += 1;
        continue;
      }
      if (text[at] !== ',') return at;
      at += 1;
      consume(SPACE);
      if (container === '{' && !consumeKey()) return at;
      break;
    }
  }
}

function toTextPosition(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
