const MAX_DEPTH = 100;
/** JSONata processes the left operand of `??` and `?:` twice, so every level of nesting doubles the time. */
const MAX_DOUBLINGS = 6;

interface Bracket {
  /** Doublings in the left operand of the next operator. */
  operandDoublings: number;
  /** Doublings in the whole bracket. */
  maxDoublings: number;
}

/**
 * Returns why an expression is rejected without being tried: it is nested so deeply that it would only reach the time
 * limit. This is a cheap check that does not find every slow expression. The sandbox stops the others.
 */
export function findNestingProblem(expression: string): string | undefined {
  const outerBrackets: Bracket[] = [];
  let bracket: Bracket = { operandDoublings: 0, maxDoublings: 0 };
  for (let index = 0; index < expression.length; index += 1) {
    switch (expression[index]) {
      case '"':
      case "'":
      case '`':
        index = findStringEnd(expression, index);
        break;
      case '(':
      case '[':
      case '{':
        if (outerBrackets.push(bracket) > MAX_DEPTH) return `nests brackets more than ${MAX_DEPTH} deep`;
        bracket = { operandDoublings: 0, maxDoublings: 0 };
        break;
      case ')':
      case ']':
      case '}': {
        const { maxDoublings } = bracket;
        bracket = outerBrackets.pop() ?? { operandDoublings: 0, maxDoublings: 0 };
        bracket.operandDoublings = Math.max(bracket.operandDoublings, maxDoublings);
        bracket.maxDoublings = Math.max(bracket.maxDoublings, maxDoublings);
        break;
      }
      case ',':
      case ';':
        bracket.operandDoublings = 0;
        break;
      case '?':
        if (expression[index + 1] !== '?' && expression[index + 1] !== ':') break;
        index += 1;
        bracket.maxDoublings = Math.max(bracket.maxDoublings, bracket.operandDoublings + 1);
        bracket.operandDoublings = 0;
        if (bracket.maxDoublings > MAX_DOUBLINGS)
          return `nests ?? or ?: more than ${MAX_DOUBLINGS} deep in the left operand; a ?? b ?? c needs no brackets`;
    }
  }
  return undefined;
}

/** Returns the index of the quote that ends the string literal at `from`. */
function findStringEnd(expression: string, from: number): number {
  for (let index = from + 1; index < expression.length; index += 1) {
    if (expression[index] === '\\') index += 1;
    else if (expression[index] === expression[from]) return index;
  }
  return expression.length;
}
