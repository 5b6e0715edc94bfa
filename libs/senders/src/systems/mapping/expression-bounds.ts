const DEEPEST = 100;
/** What JSONata makes of the left operand of `??` and `?:` it makes twice, and so on inwards. */
const MOST_DOUBLINGS = 6;

interface Bracket {
  /** Doublings within what stands left of the next operator. */
  operand: number;
  /** Doublings within the whole bracket. */
  most: number;
}

/**
 * Why an expression is not even tried: it nests so deep that it would only use up the time it has. A bound of what is
 * cheap to see, and no more: what it does not see, the sandbox ends.
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

/** Where a text ends that begins at `from`. */
function endOfText(expression: string, from: number): number {
  for (let at = from + 1; at < expression.length; at += 1) {
    if (expression[at] === '\\') at += 1;
    else if (expression[at] === expression[from]) return at;
  }
  return expression.length;
}
