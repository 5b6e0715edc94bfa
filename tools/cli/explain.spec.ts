import { expect, it } from 'vitest';
import { TocsinError } from '#client';
import { EXIT_CODES, explain } from './explain.js';

const DOMAIN = 'The root key acts in every domain: name one with --domain or TOCSIN_DOMAIN.';
const explainRefusal = (status: number, detail: string, fields: readonly string[] = []) =>
  explain(
    new TocsinError(
      status,
      'ERROR_X',
      detail,
      fields.map((field) => ({ field, reason: 'is wrong' })),
      null,
    ),
  );

it('suggests --domain if the domain is missing', () => {
  expect(explainRefusal(400, 'domain_id is required', ['domain_id']).lines).toContain(DOMAIN);
});

it('does not suggest --domain if an error only lists domain_id among query keys', () => {
  const detail = 'query.filter[0].k names an unknown key sate; the keys are state, domain_id';
  expect(explainRefusal(400, detail, ['query.filter[0].k'])).toEqual({
    code: EXIT_CODES.refused,
    lines: [`error: ${detail} (ERROR_X)`],
  });
});

it('suggests leaving out --domain for a key of another domain', () => {
  const { code, lines } = explainRefusal(
    403,
    'This key is of the domain d1: leave domain_id out, or give that one',
  );
  expect([code, lines[1]]).toEqual([EXIT_CODES.denied, expect.stringContaining('Leave out --domain')]);
});
