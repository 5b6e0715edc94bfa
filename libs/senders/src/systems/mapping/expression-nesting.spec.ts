import { describe, expect, it } from 'vitest';
import { findNestingProblem } from './expression-nesting.js';

describe('expressions that are rejected before evaluation', () => {
  it.each([
    `${'('.repeat(7)}a${'??a)'.repeat(7)}`,
    `${'('.repeat(7)}a${'?:a)'.repeat(7)}`,
    `${'['.repeat(7)}a??b${'??a]'.repeat(7)}`,
    `${'{"a":'.repeat(8)}a${'}??a'.repeat(8)}`,
  ])('nests too many left operands: %s', (expression) => {
    expect(findNestingProblem(expression)).toContain('in the left operand');
  });

  it.each(['(', '[', '{"a":', 'function($x){'])('nests more than 100 brackets: %s', (bracket) => {
    expect(findNestingProblem(bracket.repeat(101))).toBe('nests brackets more than 100 deep');
    expect(findNestingProblem(bracket.repeat(100))).toBeUndefined();
  });
});

it.each([
  Array(500).fill('a.b').join(' ?? '),
  `{${Array(100).fill('"k": (a ?? b) & (c ?? d)').join(', ')}}`,
  `(${Array(100).fill('$x := a ?? (b ?: c)').join('; ')})`,
  `${'a ? b : '.repeat(200)}c`,
  `"${'('.repeat(500)}" & '${"\\'[".repeat(500)}' & \`${'{'.repeat(500)}\``,
  '(((((a ?? b) ?? c) ?? d) ?? e) ?? f) ?? g',
])('accepts the expression %s', (expression) => {
  expect(findNestingProblem(expression)).toBeUndefined();
});

it('checks long expressions in linear time', () => {
  const started = performance.now();
  for (const unit of ['"\\', '(', '((a??b)??', '??', "'"]) findNestingProblem(unit.repeat(500_000));
  expect(performance.now() - started).toBeLessThan(1_000);
});
