const DEEPEST = 100;
/** JSONata processes the left operand of `??` and `?:` twice, so every level of nesting doubles the time. */
const MOST_DOUBLINGS = 6;

interface Bracket {
  /** Doublings in the left operand of the next operator. */
  operand: number;
  /** Doublings in the whole bracket. */
  most: number;
}

/**
 * Returns why an expression is rejected without being tried: it is nested so deeply that it would only reach the time
 * limit. This is a cheap check that does not find every slow expression. The sandbox stops the others.
 */
export function expressionExcess(expression: string): string | undefined {
  const open: Bracket[] = [];
  let inner: Bracket = { operand: 0, most: 0 };
  for (let at = 0; at < expression.length; at += 1) {
    switch (expression[at]) {
      case '"':
      case "'":
      case '`':
        at = endOfText(expression, at);
        break;
      case '(':
      case '[':
      case '{':
        if (open.push(inner) > DEEPEST) return `nests brackets more than ${DEEPEST} deep`;
        inner = { operand: 0, most: 0 };
        break;
      case ')':
      case ']':
      case '}': {
        const { most } = inner;
        inner = open.pop() ?? { operand: 0, most: 0 };
        inner.operand = Math.max(inner.operand, most);
        inner.most = Math.max(inner.most, most);
        break;
      }
      case ',':
      case ';':
        inner.operand = 0;
        break;
      case '?':
        if (expression[at + 1] !== '?' && expression[at + 1] !== ':') break;
        at += 1;
        inner.most = Math.max(inner.most, inner.operand + 1);
        inner.operand = 0;
        if (inner.most > MOST_DOUBLINGS)
          return `nests ?? or ?: more than ${MOST_DOUBLINGS} deep in the left operand; a ?? b ?? c needs no brackets`;
    }
  }
  return undefined;
}

/** Returns the index of the quote that ends the string literal at `from`. */
function endOfText(expression: string, from: number): number {
  for (let at = from + 1; at < expression.length; at += 1) {
    if (expression[at] === '\\') at += 1;
    else if (expression[at] === expression[from]) return at;
  }
  return expression.length;
}
